/** What became of an `ask`: finding the decision that a later event belongs to. (`08-audit.md`) */
import type { AuditSettings } from "../text/audit_settings.ts";
import type { Host } from "../text/host.ts";
import { loggedText } from "./logged_text.ts";
import { loggedName } from "./record_line.ts";
import { readLines, recentFiles } from "./reader.ts";
import {
  type AskResolutionRecord,
  type DecisionRecord,
  isDecision,
  timestampOf,
} from "./record.ts";
import { parseRecord } from "./record_parser.ts";
import { writeRecord } from "./writer.ts";

/** What is known of a call that an `ask` may stand behind. */
export interface AskKey {
  readonly toolUseId: string | null;
  readonly sessionId: string | null;
  /** As `commandOf` gives it for the call that was asked about, not masked. */
  readonly command: string;
  readonly now: Date;
}

/** What became of it. */
export interface Resolution extends AskKey {
  readonly cwd: string | null;
  /** What ran in the end; null when nothing did. */
  readonly executedCommand: string | null;
  /** @default "approved": the tool ran */
  readonly outcome?: AskResolutionRecord["outcome"];
  /** @default "dialog": the agent's own */
  readonly via?: AskResolutionRecord["via"];
}

/**
 * The `ask` decision that a call goes back to, when nothing is written yet of what became of it; else
 * null. It is the one with the call's `toolUseId`, else the last one of the session with this command
 * and no other id, in the last 1 MiB of today's and yesterday's log. The log holds masked commands and cut
 * ids, and both are made so before they are compared.
 */
export function findAsk(host: Host, settings: AuditSettings, key: AskKey): DecisionRecord | null {
  const command = loggedText(key.command, settings.redact);
  const toolUseId = key.toolUseId === null ? null : loggedName(key.toolUseId);
  const sessionId = key.sessionId === null ? null : loggedName(key.sessionId);
  const records = relevantRecords(host, settings, { ...key, toolUseId, sessionId, command });
  if (toolUseId !== null) {
    const own = records.filter(isDecision).find((record) => idOf(record) === toolUseId);
    // The call was judged under its own id: what was said of another with the same command is not its.
    if (own !== undefined && own.action.type !== "ask") return null;
  }
  const asks = asksOf(records);
  const own = asks.find(({ id }) => id !== null && id === toolUseId);
  if (own !== undefined) return own.resolved ? null : own.record;
  const last = asks.find(({ id, resolved }) => !resolved && (id === null || toolUseId === null));
  return last?.record ?? null;
}

/**
 * Writes what became of an `ask`, once: when the call goes back to none, or to one of which that is
 * written already, nothing is. (seed, "PostToolUse")
 * @returns whether a record was written.
 */
export function resolveAsk(host: Host, settings: AuditSettings, resolution: Resolution): boolean {
  if (!settings.enabled) return false;
  const ask = findAsk(host, settings, resolution);
  if (ask === null) return false;
  // What is written is masked and cut, and that is the same only for the same text.
  const sameText = ask.command === loggedText(resolution.command, settings.redact);
  return writeRecord(host, settings, {
    kind: "ask_resolution",
    timestamp: timestampOf(resolution.now),
    outcome: resolution.outcome ?? "approved",
    via: resolution.via ?? "dialog",
    tool_use_id: ask.metadata.tool_use_id ?? resolution.toolUseId,
    session_id: ask.metadata.session_id ?? resolution.sessionId,
    cwd: ask.metadata.cwd ?? resolution.cwd,
    command: sameText ? resolution.command : ask.command,
    executed_command: resolution.executedCommand,
  });
}

/** A question to a human, which one or two decisions tell of. */
interface Ask {
  readonly record: DecisionRecord;
  readonly id: string | null;
  readonly resolved: boolean;
}

/**
 * The asks among records of one session and command, newest first. An agent that is told to ask fires a
 * permission request next, which is judged and written down too, often without an id: both are one ask.
 */
function asksOf(records: readonly (DecisionRecord | AskResolutionRecord)[]): Ask[] {
  const asks: Ask[] = [];
  const askIds = new Set(records.filter(isDecision).map(idOf));
  const resolvedIds = new Set<string>();
  // Of an ask that has no id, even where the event that told of it had one.
  let resolvedWithoutId = 0;
  let request: DecisionRecord | null = null;
  const close = (record: DecisionRecord, id: string | null) => {
    const byId = id !== null && resolvedIds.has(id);
    const resolved = byId || resolvedWithoutId > 0;
    if (!byId && resolved) resolvedWithoutId--;
    asks.push({ record, id, resolved });
    request = null;
  };
  for (const record of records) {
    const id = idOf(record);
    if (!isDecision(record)) {
      if (id === null || !askIds.has(id)) resolvedWithoutId++;
      else resolvedIds.add(id);
    } else if (record.action.type === "ask") {
      const isRequest = /^permission_?request$/i.test(record.metadata.hook_event_name ?? "");
      if (request !== null && isRequest) close(request, idOf(request));
      if (isRequest) request = record;
      else close(record, id);
    }
  }
  if (request !== null) close(request, idOf(request));
  return asks;
}

/** Records with the id, or of the session with the command; newest first, without failures. */
function relevantRecords(
  host: Host,
  settings: AuditSettings,
  { toolUseId, sessionId, command, now }: AskKey,
): (DecisionRecord | AskResolutionRecord)[] {
  // Looking for their text first spares the parse of a thousand lines in a hook.
  const [id, session, text] = [toolUseId, sessionId, command].map((each) => JSON.stringify(each));
  const mayBelong = (line: string) =>
    (toolUseId !== null && line.includes(`"tool_use_id":${id}`)) ||
    (sessionId !== null && line.includes(`"session_id":${session}`) &&
      line.includes(`"command":${text}`));
  const belongs = (record: DecisionRecord | AskResolutionRecord) =>
    (toolUseId !== null && idOf(record) === toolUseId) ||
    (sessionId !== null && sessionOf(record) === sessionId && record.command === command);
  return recentFiles(settings, now).toReversed().flatMap(({ path }) =>
    readLines(host, path).toReversed().flatMap((line) => {
      const record = mayBelong(line) ? parseRecord(line) : null;
      if (record === null || ("kind" in record && record.kind === "failure")) return [];
      return belongs(record) ? [record] : [];
    })
  );
}

function idOf(record: DecisionRecord | AskResolutionRecord): string | null {
  return isDecision(record) ? record.metadata.tool_use_id : record.tool_use_id;
}

function sessionOf(record: DecisionRecord | AskResolutionRecord): string | null {
  return isDecision(record) ? record.metadata.session_id : record.session_id;
}
