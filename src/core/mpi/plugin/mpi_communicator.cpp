// SPDX-License-Identifier: MIT
//
// MPI behind the interface of core/mpi/communicator.hpp: the one file that includes <mpi.h>, and the whole of libwreath_mpi.so.
#include <mpi.h>
#include <unistd.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/mpi/communicator.hpp"
#include "core/mpi/plugin.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {

namespace {

constexpr int kTag = 1;
constexpr std::size_t kMostWritten = std::size_t{1} << 30;

std::string reason(int code) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  return {text, static_cast<std::size_t>(length)};
}

void check(int code, const char* doing) {
  if (code != MPI_SUCCESS) throw ResourceError(std::string("MPI cannot ") + doing + ": " + reason(code));
}

/// What Open MPI is to do differently unless the user says otherwise; other MPIs do not look at it. A rank that waits gives way
/// to others, because mpirun counts the cores of the machine and not those that a container may use: seven ranks on two cores
/// take an eighth of the time. Without /dev/shm, shared file pointers, which nobody here uses, must be elsewhere.
void prepare_open_mpi() {
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  if (access("/dev/shm", W_OK) != 0) setenv("OMPI_MCA_sharedfp", "individual", 0);
}

/// Open MPI keeps those of several machines in a file beside the file (PATH-NUMBER-NUMBER.lock), which all ranks hold open, and
/// which a run that is killed would leave.
void remove_lock(const std::string& path) {
  const std::filesystem::path whole(path);
  const std::string start = whole.filename().string() + "-";
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(whole.has_parent_path() ? whole.parent_path() : ".", error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(".lock")) unlink(entry.path().c_str());
  }
}

class MpiFile final : public SharedFile {
 public:
  explicit MpiFile(std::string path) : path_(std::move(path)) {
    check(MPI_File_open(MPI_COMM_WORLD, path_.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_), "open");
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) remove_lock(path_);
  }
  // To close is collective: a rank that fails alone leaves its file open to the end of the job.

  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const std::size_t now = std::min(bytes.size(), kMostWritten);
      MPI_Status status;
      check(MPI_File_write_at(file_, static_cast<MPI_Offset>(offset), bytes.data(), static_cast<int>(now), MPI_BYTE, &status),
            "write");
      int written = 0;
      MPI_Get_count(&status, MPI_BYTE, &written);
      if (written <= 0) throw ResourceError(path_ + ": cannot write: is the disk full?");
      offset += static_cast<std::uint64_t>(written);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  void sync() override { check(MPI_File_sync(file_), "write to the disk"); }
  void close() override { check(MPI_File_close(&file_), "close"); }

 private:
  void check(int code, const char* doing) const {
    if (code != MPI_SUCCESS) throw ResourceError(path_ + ": cannot " + doing + ": " + reason(code));
  }

  std::string path_;
  MPI_File file_ = MPI_FILE_NULL;
};

class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(bool overlaps) {
    overlaps_ = overlaps;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here = MPI_COMM_NULL;
    check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here), "find the ranks of this machine");
    MPI_Comm_size(here, &ranks_here_);
    MPI_Comm_rank(here, &rank_here_);
    MPI_Comm_free(&here);
    char name[MPI_MAX_PROCESSOR_NAME] = {};
    int length = 0;
    MPI_Get_processor_name(name, &length);
    host_.assign(name, static_cast<std::size_t>(length));
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    takes_gpu_memory_ = MPIX_Query_cuda_support() == 1;
#endif
  }

  void allgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    const int bytes = static_cast<int>(mine.size());
    check(MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, MPI_COMM_WORLD), "gather from all ranks");
  }

  void transfer(std::span<const Message> send, std::span<const Message> receive) override {
    std::vector<MPI_Request> requests(send.size() + receive.size());
    std::size_t k = 0;
    // To send comes first. Open MPI announces a long message and sends it when the other rank has answered, and what it sends to
    // a rank is one queue. If a rank answered before it announced its own message, the other's data, megabytes of it, would be
    // queued before the answer to that, and the two would send in turns: on a network of 100 Mbit/s a product took twice as long.
    for (const Message& message : send) {
      check(
          MPI_Isend(message.data, static_cast<int>(message.bytes), MPI_BYTE, message.rank, kTag, MPI_COMM_WORLD, &requests[k++]),
          "send");
    }
    for (const Message& message : receive) {
      check(
          MPI_Irecv(message.data, static_cast<int>(message.bytes), MPI_BYTE, message.rank, kTag, MPI_COMM_WORLD, &requests[k++]),
          "receive");
    }
    check(MPI_Waitall(static_cast<int>(k), requests.data(), MPI_STATUSES_IGNORE), "exchange");
  }

  std::unique_ptr<SharedFile> open_file(const std::string& path) override {
    return std::make_unique<MpiFile>(path);
  }
  void abort(int code) noexcept override {
    MPI_Abort(MPI_COMM_WORLD, code);
  }
  void finish() override {
    MPI_Finalize();
  }
};

}  // namespace

}  // namespace wreath::mpi

extern "C" __attribute__((visibility("default"))) wreath::mpi::Communicator* wreath_mpi_start(int interface) {
  if (interface != wreath::mpi::kInterface) return nullptr;
  wreath::mpi::prepare_open_mpi();
  int given = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &given) != MPI_SUCCESS) return nullptr;
  static wreath::mpi::MpiCommunicator world(given >= MPI_THREAD_SERIALIZED);
  return &world;
}
