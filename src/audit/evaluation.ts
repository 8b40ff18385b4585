/** The verdicts on the single commands of a call, as the audit log has them. (`08-audit.md`) */
import type { Action } from "../rules/rule_set.ts";
import type { PartVerdict, RuleReference, Verdict } from "../rules/verdict.ts";
import { formatPlace } from "../text/error.ts";

/** What was said of a call or of one command in it. */
export interface ActionRecord {
  readonly type: Action;
  /** Always there for `ask` and `deny`; for the others where there is something to say. */
  readonly detail?: { readonly message: string | null; readonly fix_suggestion: string | null };
}

/** A rule that matched. */
export interface MatchedRuleRecord {
  readonly action_kind: Action;
  readonly pattern: string;
  /** `file:line`. */
  readonly source: string;
  /** Kept for queries that look at it; usher does not tell which words a pattern took. */
  readonly matched_tokens: readonly string[];
}

/** A redirect of a command. */
export interface RedirectRecord {
  readonly type: "input" | "output" | "dup";
  readonly operator: string;
  readonly target: string;
  readonly descriptor: number | null;
}

/** The verdict on one command. */
export interface EvaluationRecord {
  readonly command: string;
  /** Before variables were put in; only there when that differs. */
  readonly original_command?: string;
  readonly action: ActionRecord;
  readonly matched_rules: readonly MatchedRuleRecord[];
  /** `primary` when the call is this one command; `compound` for one of several, and for what a
   * wrapper runs. */
  readonly eval_type: "primary" | "compound";
  /** Assignments in front of the command; of two with one name the last. */
  readonly env: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly redirects: readonly RedirectRecord[];
  readonly pipe: { readonly stdin: boolean; readonly stdout: boolean };
}

/** More commands of one call than this are not written down one by one. */
const evaluationLimit = 500;

/**
 * The commands of a verdict, each followed by what it wraps. Of very many only the first are kept, and
 * the one that decided.
 */
export function evaluationsOf(
  verdict: Verdict,
): { readonly kept: readonly EvaluationRecord[]; readonly omitted: number } {
  const parts = verdict.parts.flatMap(withInner);
  const kept = parts.slice(0, evaluationLimit);
  const { decidedBy } = verdict;
  if (decidedBy !== null && kept.length < parts.length && !kept.includes(decidedBy)) {
    kept.splice(-1, 1, decidedBy);
  }
  const isOne = verdict.parts.length === 1;
  return {
    kept: kept.map((part, number) =>
      evaluationRecord(part, isOne && number === 0 ? "primary" : "compound")
    ),
    omitted: parts.length - kept.length,
  };
}

/** An action with its message. */
export function actionRecord(
  type: Action,
  message: string | null,
  fixSuggestion: string | null,
): ActionRecord {
  const silent = message === null && fixSuggestion === null;
  if (silent && (type === "allow" || type === "pass")) return { type };
  return { type, detail: { message, fix_suggestion: fixSuggestion } };
}

function evaluationRecord(
  part: PartVerdict,
  evalType: EvaluationRecord["eval_type"],
): EvaluationRecord {
  return {
    command: part.command,
    ...(part.original === null ? {} : { original_command: part.original }),
    action: actionRecord(part.action, part.message ?? part.note, part.fixSuggestion),
    matched_rules: part.matched.map(matchedRule),
    eval_type: evalType,
    env: Object.fromEntries(part.env.map(({ name, value }) => [name, value])),
    argv: part.argv,
    redirects: part.redirects.map(({ type, operator, target, descriptor }) => ({
      type,
      operator,
      target,
      descriptor,
    })),
    pipe: { stdin: part.pipe.stdin, stdout: part.pipe.stdout },
  };
}

function matchedRule({ action, pattern, place: { file, line } }: RuleReference): MatchedRuleRecord {
  return {
    action_kind: action,
    pattern,
    source: formatPlace(line === undefined ? { file } : { file, line }),
    matched_tokens: [],
  };
}

/** A part and what it wraps. What is only a remark on the part itself is no command of its own. */
function withInner(part: PartVerdict): PartVerdict[] {
  const isRemark = ({ kind, command, argv }: PartVerdict) =>
    kind === "opaque" && argv.length === 0 && command === part.command;
  const remark = part.inner.find((inner) => isRemark(inner) && inner.action === part.action);
  const isSilent = remark !== undefined && part.message === null && part.note === null;
  const own = isSilent ? { ...part, note: remark.note } : part;
  return [own, ...part.inner.filter((inner) => !isRemark(inner)).flatMap(withInner)];
}
