/* SPDX-License-Identifier: MIT
 *
 * GAP's kernel module: one function, WREATH_CALL, that passes integers, strings and lists of integers to wreath_call of the C API
 * and its results back. A call that takes long ends with an error after Ctrl-C.
 *
 * GAP's objects move when memory is allocated, so all arguments are copied before the call, and results come from the library's
 * own memory. */
#include "gap_all.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wreath/wreath.h>

enum { kMostArguments = 8 };

static wreath_context * context;
static int32_t *        lists[kMostArguments];
static size_t           room[kMostArguments];
static char *           texts[kMostArguments];
static size_t           text_room[kMostArguments];

static int interrupted(void * unused)
{
    return HaveInterrupt() != 0;
}

static int start(void)
{
    if (context == 0) {
        context = wreath_context_new();
        if (context != 0)
            wreath_set_stop(context, interrupted, 0);
    }
    return context != 0;
}

/* Copies a list; 0 if it is not one of small integers. */
static int copy_list(Obj list, int at, wreath_value * value)
{
    const size_t length = LEN_LIST(list);
    if (length > room[at]) {
        free(lists[at]);
        lists[at] = malloc(length * sizeof(int32_t));
        room[at] = lists[at] == 0 ? 0 : length;
        if (lists[at] == 0)
            return 0;
    }
    for (size_t k = 0; k < length; k++) {
        const Obj element = ELM0_LIST(list, k + 1);
        if (element == 0 || !IS_INTOBJ(element))
            return 0;
        const Int number = INT_INTOBJ(element);
        if (number < INT32_MIN || number > INT32_MAX)
            return 0;
        lists[at][k] = (int32_t)number;
    }
    value->kind = WREATH_LIST;
    value->data = lists[at];
    value->length = length;
    return 1;
}

static int copy_text(Obj text, int at, wreath_value * value)
{
    const size_t length = GET_LEN_STRING(text);
    if (length > text_room[at] || texts[at] == 0) {
        free(texts[at]);
        texts[at] = malloc(length + 1);
        text_room[at] = texts[at] == 0 ? 0 : length;
        if (texts[at] == 0)
            return 0;
    }
    memcpy(texts[at], CONST_CSTR_STRING(text), length + 1);
    value->kind = WREATH_TEXT;
    value->data = texts[at];
    value->length = length;
    return 1;
}

static Obj object_of(const wreath_value * value)
{
    if (value->kind == WREATH_NUMBER)
        return ObjInt_Int8(value->number);
    if (value->kind == WREATH_TEXT)
        return MakeStringWithLen(value->data, value->length);
    const int32_t * numbers = value->data;
    Obj             list = NEW_PLIST(value->length == 0 ? T_PLIST_EMPTY : T_PLIST_CYC, value->length);
    SET_LEN_PLIST(list, value->length);
    for (size_t k = 0; k < value->length; k++)
        SET_ELM_PLIST(list, k + 1, INTOBJ_INT(numbers[k]));
    return list;
}

/* WREATH_CALL( name, arguments ): the list of results, or, after an error, its status; WREATH_ERROR( ) is then the message. */
static Obj FuncWREATH_CALL(Obj self, Obj name, Obj arguments)
{
    wreath_value         values[kMostArguments] = { { 0 } };
    const wreath_value * results = 0;
    size_t               count = 0;
    char                 called[64];

    if (!IS_STRING_REP(name) || GET_LEN_STRING(name) >= sizeof called)
        ErrorMayQuit("WREATH_CALL: <name> must be a short string", 0, 0);
    if (!IS_PLIST(arguments) || LEN_PLIST(arguments) > kMostArguments)
        ErrorMayQuit("WREATH_CALL: <arguments> must be a plain list of at most 8 arguments", 0, 0);
    if (!start())
        ErrorMayQuit("wreath: there is not enough memory", 0, 0);
    strcpy(called, CONST_CSTR_STRING(name));
    const int number = LEN_PLIST(arguments);
    for (int k = 0; k < number; k++) {
        const Obj argument = ELM_PLIST(arguments, k + 1);
        int       known = 1;
        if (argument == 0)
            known = 0;
        else if (IS_INTOBJ(argument))
            values[k].number = INT_INTOBJ(argument);
        else if (IS_STRING_REP(argument))
            known = copy_text(argument, k, &values[k]);
        else
            known = IS_LIST(argument) && copy_list(argument, k, &values[k]);
        if (!known)
            ErrorMayQuit("WREATH_CALL: argument %d is not a small integer, a string or a list of integers of 32 bits", k + 1, 0);
    }
    const wreath_status status = wreath_call(context, called, values, number, &results, &count);
    if (status != WREATH_OK)
        return INTOBJ_INT(status);
    Obj answer = NEW_PLIST(count == 0 ? T_PLIST_EMPTY : T_PLIST, count);
    SET_LEN_PLIST(answer, count);
    for (size_t k = 0; k < count; k++) {
        Obj object = object_of(&results[k]);
        SET_ELM_PLIST(answer, k + 1, object);
        CHANGED_BAG(answer);
    }
    return answer;
}

static Obj FuncWREATH_ERROR(Obj self)
{
    return MakeString(context == 0 ? "" : wreath_error(context));
}

/* A number that this process has and another has not: objects of the library do not survive in saved workspaces. */
static Obj FuncWREATH_SESSION(Obj self)
{
    static Int session;
    if (session == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        session = (Int)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    }
    return ObjInt_Int(session);
}

static StructGVarFunc functions[] = {
    GVAR_FUNC(WREATH_CALL, 2, "name, arguments"),
    GVAR_FUNC(WREATH_ERROR, 0, ""),
    GVAR_FUNC(WREATH_SESSION, 0, ""),
    { 0 },
};

static Int InitKernel(StructInitInfo * module)
{
    InitHdlrFuncsFromTable(functions);
    return wreath_api_version() != WREATH_API_VERSION;
}

static Int InitLibrary(StructInitInfo * module)
{
    InitGVarFuncsFromTable(functions);
    return 0;
}

static StructInitInfo module = {
    .type = MODULE_DYNAMIC,
    .name = "wreath",
    .initKernel = InitKernel,
    .initLibrary = InitLibrary,
};

StructInitInfo * Init__Dynamic(void)
{
    return &module;
}
