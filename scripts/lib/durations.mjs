import { relative } from 'node:path'

/**
 * How long each test file took, slowest first, in milliseconds: from the JSON reports of vitest (undefined where there is none)
 * and the one of Playwright.
 */
export function slowestFiles(units, journeys, root) {
  const ofUnits = units.flatMap((report) =>
    (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      milliseconds: endTime - startTime,
    })),
  )
  const ofJourneys = (journeys?.suites ?? []).map((suite) => ({
    file: `e2e/${suite.file}`,
    milliseconds: durationOf(suite),
  }))
  return [...ofUnits, ...ofJourneys].sort((a, b) => b.milliseconds - a.milliseconds)
}

function durationOf({ suites = [], specs = [] }) {
  const runs = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return sum(runs.map(({ duration }) => duration)) + sum(suites.map(durationOf))
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
