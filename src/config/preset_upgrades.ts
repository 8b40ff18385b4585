/**
 * Newer versions of what a file extends: a tag such as `v1.2.0` is raised to the newest one that means no
 * break, in the text of the file, of which nothing else changes. For `usher update-presets`.
 */
// @ts-types="@types/semver"
import { gt, maxSatisfying, valid } from "semver";
import type { Place } from "../text/error.ts";
import { readDocument } from "./document.ts";
import { itemsOf, valueOf } from "./node.ts";
import { parseReference } from "./preset_reference.ts";
import { collectProblems } from "./problems.ts";
import { offsetInScalar } from "./scalar_offset.ts";
import { decodeSource, placeAt } from "./source.ts";

/** A version that a file names, and where in its text. */
export interface NamedVersion {
  readonly url: string;
  /** Such as `v1.2.0`. */
  readonly tag: string;
  readonly place: Place;
  /** Offsets of the tag in the text without a byte order mark. */
  readonly start: number;
  readonly end: number;
}

/**
 * The whole versions that a file's `extends` names. Other refs mean what they mean: `v1` and `main` move
 * by themselves, and a commit never does.
 * @throws UsherError when the file is no text, or no YAML at all
 */
export function namedVersions(file: string, bytes: Uint8Array): readonly NamedVersion[] {
  const source = decodeSource(file, bytes);
  const root = readDocument(collectProblems(source));
  if (root === null) return [];
  return itemsOf(valueOf(root, "extends")).flatMap((item) => {
    if (item.kind !== "scalar" || typeof item.value !== "string") return [];
    const parsed = parseReference(item.value);
    if (!parsed.ok || parsed.reference.kind === "local" || parsed.reference.kind === "builtin") {
      return [];
    }
    const { url, ref } = parsed.reference;
    if (ref === null || versionOf(ref) === null) return [];
    const start = offsetInScalar(source, item, item.value.length - ref.length);
    const end = start + ref.length;
    // A text over several lines does not say where its characters are.
    if (source.text.slice(start, end) !== ref) return [];
    return [{ url, tag: ref, place: placeAt(source, item.start), start, end }];
  });
}

/**
 * The newest of these tags that is compatible with one (`^` of npm) and newer; null when there is none.
 * Tags with and without `v` are not mixed.
 */
export function newestCompatible(tag: string, tags: readonly string[]): string | null {
  const current = versionOf(tag);
  if (current === null) return null;
  const prefix = tag.startsWith("v") ? "v" : "";
  const versions = tags.flatMap((each) => {
    const version = each.startsWith("v") === (prefix === "v") ? versionOf(each) : null;
    return version === null ? [] : [version];
  });
  const newest = maxSatisfying(versions, `^${current}`);
  return newest !== null && gt(newest, current) ? `${prefix}${newest}` : null;
}

/** `1.2.0` for `v1.2.0` and `1.2.0`; null for all but whole versions. */
function versionOf(tag: string): string | null {
  const version = tag.replace(/^v/, "");
  return valid(version) === version ? version : null;
}
