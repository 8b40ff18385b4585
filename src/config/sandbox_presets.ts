/**
 * Sandbox presets: `definitions.sandbox`. (`07-exec-sandbox.md`) Relative paths become absolute against
 * the file's folder; `~`, globs and `<path:name>` stay for whoever builds the sandbox. Denied entries are
 * globs, so glob characters in that folder's own name are escaped there.
 */
import type { SandboxPreset } from "../rules/rule_set.ts";
import { check } from "./check.ts";
import type { NameUse } from "./configuration_file.ts";
import { type FileContext, resolveLoosely } from "./file_context.ts";
import { type ConfigNode, entryOf, itemsOf, locate, valueOf } from "./node.ts";
import type { Problems } from "./problems.ts";
import { type PresetData, presetSchema } from "./schema.ts";
import { placeAt } from "./source.ts";

/** One preset, in its present form; null when it is not good, which is reported. */
export function readPreset(
  name: string,
  node: ConfigNode,
  context: FileContext,
  problems: Problems,
): SandboxPreset | null {
  const checked = check(presetSchema, node, `definitions.sandbox.${name}`, problems);
  if (!checked.ok) return null;
  noticeFlatForm(name, node, problems);
  return toPreset(checked.data, context);
}

/** The path lists that a preset names. */
export function presetPathUses(node: ConfigNode, problems: Problems): readonly NameUse[] {
  const lists = [["read", "deny"], ["write", "allow"], ["write", "deny"], ["writable"], ["deny"]];
  return lists.flatMap((path) => {
    const fs = valueOf(node, "fs");
    const list = fs === undefined ? undefined : locate(fs, path);
    return itemsOf(list).flatMap((item): NameUse[] => {
      const name = item.kind === "scalar" ? listName(String(item.value)) : null;
      if (name === null) return [];
      return [{ kind: "preset-path", name, place: placeAt(problems.source, item.start) }];
    });
  });
}

function listName(entry: string): string | null {
  return /^<path:([^>]*)>$/.exec(entry)?.[1] ?? null;
}

function noticeFlatForm(name: string, node: ConfigNode, problems: Problems): void {
  const fs = valueOf(node, "fs");
  if (fs === undefined) return;
  for (const [old, now] of [["writable", "write.allow"], ["deny", "write.deny"]] as const) {
    const entry = entryOf(fs, old);
    if (entry === undefined) continue;
    const message = `\`fs.${old}\` in the sandbox preset \`${name}\` is an old form: write ` +
      `\`fs.${now}\``;
    problems.notice("deprecated", entry.keyStart, message);
  }
}

function toPreset(data: PresetData, context: FileContext): SandboxPreset {
  const globs = (list: readonly string[]) =>
    list.map((path) => resolveLoosely(path, true, context));
  const fs = data.fs ?? {};
  const readDeny = fs.read?.deny ?? [];
  const writeAllow = joined(fs.write?.allow, fs.writable)
    ?.map((path) => resolveLoosely(path, false, context));
  const writeDeny = joined(fs.write?.deny, fs.deny) ?? [];
  const write = {
    ...(writeAllow === undefined ? {} : { allow: writeAllow }),
    ...(writeDeny.length === 0 ? {} : { deny: globs(writeDeny) }),
  };
  const files = {
    ...(readDeny.length === 0 ? {} : { read: { deny: globs(readDeny) } }),
    ...(Object.keys(write).length === 0 ? {} : { write }),
  };
  const allow = data.network?.allow;
  const envDeny = data.env?.deny ?? [];
  return {
    ...(Object.keys(files).length === 0 ? {} : { fs: files }),
    ...(allow === undefined || allow === null ? {} : { network: { allow } }),
    ...(envDeny.length === 0 ? {} : { env: { deny: envDeny } }),
  };
}

/** Both lists, without what is there twice; undefined when neither is given. */
function joined(
  now: readonly string[] | null | undefined,
  old: readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (!now && !old) return undefined;
  return [...new Set([...(now ?? []), ...(old ?? [])])];
}
