# SPDX-License-Identifier: MIT
"""The arguments and the file of a record that a benchmark script writes."""
import json
import time


def add_arguments(parser):
    parser.add_argument("--machine", default="")
    parser.add_argument("--commit", default="")
    parser.add_argument("-o", "--output", help="the record")


def write(options, kind, what, **rest):
    """Writes `wreath KIND record 1`, if a file was named."""
    if not options.output:
        return
    record = {"format": f"wreath {kind} record 1", "date": time.strftime("%Y-%m-%d", time.gmtime()), "machine": options.machine,
              "what": what, "commit": options.commit} | rest
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1)
        file.write("\n")
