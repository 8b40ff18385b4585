/** `usher rules`: looking at rules. It only reads, so an agent may run it too. (`01-cli.md`) */
import { lint } from "../config/lint.ts";
import { homeOf } from "../config/user_folders.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { nearest } from "../text/suggest.ts";
import { run as check } from "./check.ts";
import { failWith, runCommand } from "./command.ts";
import { loadOrReport } from "./configuration.ts";
import { painter } from "./paint.ts";
import { lintJson, lintText } from "./rules_lint.ts";
import { listJson, listText } from "./rules_list.ts";
import { listedRules } from "./rules_listed.ts";
import { findRules, showJson, showText } from "./rules_show.ts";
import { rulesSpec } from "./spec/rules.ts";

const actions = ["list", "show", "why", "lint"] as const;
const later = ["disable", "always"];

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, rulesSpec, args, async ({ flags, words: [action, ...words] }) => {
    const isJson = flags["output-format"] === "json";
    if (action === "why") return await why(host, flags, words);
    const wrong = wrongWords(action, words);
    if (wrong !== null) return failWith(host, wrong, 2);
    const configuration = await loadOrReport(host, null, flags.config ?? null);
    if (configuration === null) return 2;
    const findings = lint(
      configuration,
      homeOf(host),
      (path) => host.files.stat(path)?.kind === "directory",
    );
    const paint = painter(host, flags["no-color"]);
    if (action === "lint") {
      host.stdout(isJson ? lintJson(findings) : lintText(findings));
      return findings.length === 0 ? 0 : 1;
    }
    const rules = listedRules(configuration, findings);
    const [word] = words;
    if (action === "show" && word !== undefined) {
      const found = findRules(rules, word);
      if (found.length === 0) return failWith(host, noRule(word, rules), 1);
      host.stdout(await (isJson ? showJson : showText)(host, found, configuration.tests, paint));
      return 0;
    }
    const matching = word === undefined ? rules : findRules(rules, word, true);
    host.stdout(isJson ? listJson(matching) : listText(matching, paint));
    return 0;
  });
}

/** What is wrong with the words after `usher rules`; null when nothing is. */
function wrongWords(action: string | undefined, words: readonly string[]): UsherError | null {
  const hint = "usher rules list [WORD] | show ID | why COMMAND | lint";
  if (action === undefined) return new UsherError("rules", "nothing to do", { hint });
  if (later.includes(action)) {
    return new UsherError("rules", `'${action}' is not available in this version`);
  }
  if (!(actions as readonly string[]).includes(action)) {
    const near = nearest(action, actions);
    return new UsherError("rules", `unknown action '${action}'`, {
      hint: near === null ? hint : `did you mean 'usher rules ${near}'?`,
    });
  }
  const most = action === "lint" ? 0 : 1;
  if (words.length > most) return new UsherError("rules", `unexpected argument '${words[most]}'`);
  return action === "show" && words.length === 0
    ? new UsherError("rules", "'show' needs the id or the place of a rule", { hint })
    : null;
}

/** The same as `usher check --explain`. */
function why(
  host: Host,
  flags: { readonly [name: string]: string | boolean | undefined },
  words: readonly string[],
): Promise<number> {
  if (words.length === 0) {
    const error = new UsherError("rules", "'why' needs a command", {
      hint: "usher rules why -- git push --force",
    });
    return Promise.resolve(failWith(host, error, 2));
  }
  const { config, "output-format": format, "no-color": plain } = flags;
  return check(host, [
    "--explain",
    ...(typeof config === "string" ? [`--config=${config}`] : []),
    ...(typeof format === "string" ? [`--output-format=${format}`] : []),
    ...(plain === true ? ["--no-color"] : []),
    "--",
    ...words,
  ]);
}

function noRule(word: string, rules: ReturnType<typeof listedRules>): UsherError {
  const near = nearest(word, rules.flatMap(({ rule }) => rule.id ?? []));
  return new UsherError("rules", `no rule has the id or place '${word}'`, {
    hint: near === null ? "'usher rules list' prints them" : `did you mean '${near}'?`,
  });
}
