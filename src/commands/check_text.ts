/** The answers of `usher check` for a person. */
import { explanationText } from "../hook/explanation_text.ts";
import type { SandboxChoice, Verdict } from "../rules/verdict.ts";
import { visibleExcerpt, visibleText } from "../text/visible.ts";
import { whyOf } from "./check_json.ts";
import { type Paint, plainPaint } from "./paint.ts";

/** More of a command than this is not shown. */
const longest = 500;
/** Nor more than this of what there is to say about it. */
const longestRemark = 2000;

/**
 * `deny: rm -rf / (message) [suggestion: …]` on one line, newline included.
 * @param subject the command or the tool call
 */
export function textAnswer(subject: string, verdict: Verdict, paint: Paint = plainPaint): string {
  const why = whyOf(verdict);
  const remarks = [
    why === null ? "" : ` (${why})`,
    verdict.fixSuggestion === null ? "" : ` [suggestion: ${verdict.fixSuggestion}]`,
    verdict.sandbox === null ? "" : ` [sandbox: ${sandboxName(verdict.sandbox)}]`,
  ];
  const shown = visibleText(subject, { limit: longest }) +
    remarks.map((text) => visibleExcerpt(text, longestRemark)).join("");
  return `${paint(verdict.action)}: ${shown}\n`;
}

/**
 * The lines below an answer for `--explain`.
 * @param untrusted notices about configuration that does not count
 */
export function explanation(
  verdict: Verdict,
  untrusted: readonly string[],
  paint: Paint = plainPaint,
): string {
  const notices = untrusted.map((notice) => `note: ${visibleText(notice, { limit: longest })}\n`);
  return explanationText(verdict, (action) => paint(action)) + notices.join("");
}

function sandboxName(choice: SandboxChoice): string {
  return choice.kind === "preset" ? choice.name : "merged";
}
