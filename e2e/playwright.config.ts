import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserFlags, findHeadless, olderBrowser } from './browser.ts'

const inBuild = (path: string) => fileURLToPath(new URL(`../.build/${path}`, import.meta.url))

const newest = await findHeadless()
const older = await olderBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 3,
  globalSetup: './global-setup.ts',
  // Much longer than any step takes, because a busy machine is slow and that must not fail a test.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: inBuild('e2e.json') }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    // Recording traces (`--trace on`) makes the run a fifth slower. `demoProduct` keeps what a failed test last saw: Playwright
    // would draw every page that is closed, because it cannot know yet whether the test fails.
    launchOptions: { executablePath: newest, args: browserFlags },
  },
  projects: [
    { name: 'chromium' },
    // Before Chromium 156, browsers remembered what they could not fetch until the page was reloaded (docs/decisions/097).
    ...(older
      ? [
          {
            name: 'older chromium',
            grep: /@no-line/,
            use: { launchOptions: { executablePath: older, args: browserFlags } },
          },
        ]
      : []),
  ],
})
