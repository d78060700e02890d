import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './browser.ts'

const inBuild = (path: string) => fileURLToPath(new URL(`../.build/${path}`, import.meta.url))

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: inBuild('e2e.json') }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findBrowser(), args: browserFlags },
  },
})
