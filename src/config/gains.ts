/** What of a project's file counts only once the user trusts the project. (`10-safety.md`, 3) */
import type { ConfigurationFile } from "./configuration_file.ts";

/** What of a file is that, in a few words each: "3 allow rules", "`defaults`"; empty for a file that only tightens. */
export function gainsOf(parsed: ConfigurationFile): readonly string[] {
  const { rules, wrappers, defaults, builtin, changes, commandCheck } = parsed;
  const { paths, longFlags, vars, flagGroups, aliases, sandbox } = parsed;
  const definitions = [paths, longFlags, vars, flagGroups, aliases, sandbox];
  const allows = rules?.filter(({ action }) => action === "allow").length ?? 0;
  const sandboxed = rules?.some((rule) => rule.action !== "allow" && rule.sandbox !== undefined);
  const disables = changes.some(({ except }) => except === null);
  const excepts = changes.some(({ except }) => except !== null);
  const kinds: readonly (readonly [boolean, string])[] = [
    [allows > 0, allows === 1 ? "1 allow rule" : `${allows} allow rules`],
    [sandboxed === true, "the `sandbox` of rules"],
    [defaults.action !== undefined || defaults.sandbox !== undefined, "`defaults`"],
    [builtin !== null, "`builtin`"],
    [disables, "`disable`"],
    [excepts, "`except`"],
    [wrappers.length > 0, "`wrappers`"],
    [definitions.some((map) => Object.keys(map).length > 0), "`definitions`"],
    [commandCheck !== null, "`experimental`"],
  ];
  return kinds.flatMap(([has, words]) => has ? [words] : []);
}
