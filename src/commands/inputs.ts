/**
 * What `usher check` finds on standard input: JSON objects, or shell text. The first character that is
 * no space decides, and for a `{` the one after it: a shell's group has no `"` or `}` there.
 */
import { type Payload, stringAt } from "../agents/payload.ts";
import type { Action } from "../agents/call.ts";
import { UsherError } from "../text/error.ts";
import { parseJsonObject } from "../text/json.ts";
import { isAbsolute } from "../text/paths.ts";
import { objectReader, type ObjectText } from "./json_objects.ts";
import { statementReader } from "./statements.ts";

/** One thing to judge. */
export type CheckInput =
  /** `cwd` is absolute, or null for the process's. */
  | { readonly kind: "shell"; readonly text: string; readonly cwd: string | null }
  | { readonly kind: "tool"; readonly action: Action }
  /** A hook event, as an agent would send it. */
  | { readonly kind: "event"; readonly payload: Payload }
  /** The input ends here: what follows cannot be read. */
  | { readonly kind: "bad"; readonly error: UsherError };

/** Takes text as it comes and gives what is complete of it. Nothing comes after a `bad` input. */
export interface InputReader {
  push(text: string): readonly CheckInput[];
  end(): readonly CheckInput[];
}

const hint = "give a command after '--' or on standard input";

/** A line may be longer than any statement that is analysed, but not without end. In UTF-16 units. */
const longestLine = 16 << 20;

/** A reader at the beginning of the input. */
export function inputReader(): InputReader {
  let form: LineReader | null = null;
  const head: string[] = [];
  let rest = "";
  let any = false, done = false;

  /** Passes lines on, those first that came before it was clear what they are. */
  function* read(lines: readonly string[]): Generator<CheckInput> {
    for (const line of lines) {
      if (form !== null) {
        yield* form.line(line);
        continue;
      }
      head.push(line);
      form = formOf(head);
      if (form === null) continue;
      for (const earlier of head) yield* form.line(earlier);
    }
  }

  function* finish(): Generator<CheckInput> {
    if (rest !== "") yield* read([rest]);
    if (form === null) {
      form = shellLines();
      for (const line of head) yield* form.line(line);
    }
    yield* form.end();
    if (!any) yield bad("check", "no commands provided", hint);
  }

  function take(inputs: Iterable<CheckInput>): readonly CheckInput[] {
    const taken: CheckInput[] = [];
    for (const input of inputs) {
      if (done) break;
      any = true;
      taken.push(input);
      done = input.kind === "bad";
    }
    return taken;
  }

  return {
    push(text) {
      const newline = text.lastIndexOf("\n");
      if (newline < 0) {
        rest += text;
        return rest.length > longestLine ? take([tooLong()]) : [];
      }
      const lines = (rest + text.slice(0, newline)).split("\n");
      rest = text.slice(newline + 1);
      return take(read(lines));
    },
    end: () => take(finish()),
  };
}

/** Takes whole lines. */
interface LineReader {
  line(text: string): Iterable<CheckInput>;
  end(): Iterable<CheckInput>;
}

/** What the lines so far are; null when that is not clear yet. */
function formOf(lines: readonly string[]): LineReader | null {
  const text = lines.join("\n").trimStart();
  if (text === "" || /^\{\s*$/.test(text)) return null;
  return /^\{\s*["}]/.test(text) ? objectLines() : shellLines();
}

function objectLines(): LineReader {
  const reader = objectReader(1);
  const inputs = (object: ObjectText | null) => object === null ? [] : [inputOf(object)];
  return {
    line: (text) => inputs(reader.line(text)),
    end: () => inputs(reader.end()),
  };
}

function shellLines(): LineReader {
  const reader = statementReader();
  const inputs = (statements: () => readonly string[]): readonly CheckInput[] => {
    try {
      return statements().map((text) => ({ kind: "shell", text, cwd: null }));
    } catch (error) {
      if (!(error instanceof UsherError)) throw error;
      return [{ kind: "bad", error }];
    }
  };
  return {
    line: (text) => inputs(() => reader.line(text)),
    end: () => inputs(() => reader.end()),
  };
}

const encoder = new TextEncoder();

/** A `{"command": …}` or a hook event. */
function inputOf({ text, line }: ObjectText): CheckInput {
  const what = `standard input, line ${line}`;
  let object: Payload;
  try {
    object = parseJsonObject(encoder.encode(text), what);
  } catch (error) {
    if (!(error instanceof UsherError)) throw error;
    return bad("JSON parse error", error.message);
  }
  const { command, cwd, hook_event_name } = object;
  if (typeof command === "string") {
    const folder = typeof cwd === "string" && isAbsolute(cwd) ? cwd : null;
    return { kind: "shell", text: command, cwd: folder };
  }
  if (command !== undefined) return bad(what, "`command` is not a string");
  if (hook_event_name !== undefined || stringAt(object, "tool_name") !== null) {
    return { kind: "event", payload: object };
  }
  return bad(what, "neither a `command` nor a hook event");
}

function tooLong(): CheckInput {
  return bad("standard input", `a line of more than ${longestLine} characters`);
}

function bad(what: string, why: string, hint?: string): CheckInput {
  return { kind: "bad", error: new UsherError(what, why, hint === undefined ? {} : { hint }) };
}
