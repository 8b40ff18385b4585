/** The results of `usher test` as JUnit XML, the form that CI servers read. */
import { visibleText } from "../text/visible.ts";
import { countsOf, decisionOf, failureOf, placeOf } from "./test_report.ts";
import type { TestResult } from "./test_suite.ts";

/** One `testsuite` for each file, in the order of the tests. */
export function junitReport(results: readonly TestResult[]): string {
  const suites = Map.groupBy(results, ({ test }) => test.place.file);
  const lines = [...suites].flatMap(([file, inside]) => [
    `  <testsuite name=${quoted(file)} ${countAttributes(inside)}>`,
    ...inside.flatMap((result) => testcase(file, result)),
    "  </testsuite>",
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="usher test" ${countAttributes(results)}>`,
    ...lines,
    "</testsuites>",
    "",
  ].join("\n");
}

function testcase(file: string, result: TestResult): readonly string[] {
  const { test, passed, verdict } = result;
  const line = test.place.line === undefined ? "" : ` line="${test.place.line}"`;
  const name = quoted(`${test.expected}: ${test.command}`);
  const open = `    <testcase classname=${quoted(file)} name=${name} file=${quoted(file)}${line}`;
  if (passed) return [`${open}/>`];
  const text = escapeXml(`${decisionOf(verdict)}\n${placeOf(result)}`);
  const message = quoted(failureOf(result));
  return [
    `${open}>`,
    `      <failure message=${message} type="verdict">${text}</failure>`,
    "    </testcase>",
  ];
}

function countAttributes(results: readonly TestResult[]): string {
  const { total, failed } = countsOf(results);
  return `tests="${total}" failures="${failed}" errors="0" skipped="0"`;
}

/** An attribute's value with its quotes. */
function quoted(text: string): string {
  return `"${escapeXml(visibleText(text))}"`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 knows neither control characters, which `visibleText` spells out, nor U+FFFE and U+FFFF. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`);
}
