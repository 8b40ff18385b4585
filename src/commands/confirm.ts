/** Asking a person at the terminal. */
import type { Host } from "../text/host.ts";

/** An answer is no longer than this. */
const longest = 1000;

/** Whether there is a person to ask: both ends of a dialog are a terminal. */
export function canAsk(host: Host): boolean {
  return host.isTerminal("stdin") && host.isTerminal("stderr");
}

/** Asks on standard error; only `y` or `yes` is a yes. */
export async function confirm(host: Host, question: string): Promise<boolean> {
  host.stderr(`${question} [y/N] `);
  const decoder = new TextDecoder();
  let answer = "";
  for await (const chunk of host.stdinChunks()) {
    answer += decoder.decode(chunk, { stream: true });
    if (answer.includes("\n") || answer.length > longest) break;
  }
  if (!answer.includes("\n")) host.stderr("\n");
  return /^\s*y(?:es)?\s*(?:\n|$)/i.test(answer);
}
