import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installPackages } from '../server/src/testing/debian.ts'
import { guard } from '../server/src/testing/guard.ts'
import { end, freePort } from './product.ts'

const find = () => {
  const driver = findProgram(['WebKitWebDriver'])
  const display = findProgram(['Xvfb'])
  return driver && display ? { driver, display } : undefined
}

/** The driver of WebKitGTK and a display for it; installed now on Debian as root. Undefined: not possible here. */
export const findWebKit = () =>
  find() ?? (installPackages('WebKit', ['webkit2gtk-driver', 'xvfb']) ? find() : undefined)

/** A window of WebKit. Playwright cannot drive the browser of a distribution, so it is driven by WebDriver (W3C). */
export interface WebKitWindow {
  go(url: string): Promise<void>
  /** Runs the body of a function in the page and returns its result. */
  run<Result>(body: string): Promise<Result>
  type(selector: string, text: string): Promise<void>
  click(selector: string): Promise<void>
  close(): Promise<void>
}

interface Size {
  width: number
  height: number
}

export async function openWebKit(
  { driver, display }: { driver: string; display: string },
  { width, height }: Size,
): Promise<WebKitWindow> {
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const guards = [guard(await mkdtemp(join(tmpdir(), 'trellis-display-')), screen.pid)]
  const number = await firstLine(screen)
  const port = await freePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  })
  guards.push(guard(await mkdtemp(join(tmpdir(), 'trellis-webkit-')), server.pid))
  const stop = async () => {
    await Promise.all([server, screen].map(end))
    await Promise.all(guards.map((tidyUp) => tidyUp()))
  }
  const call = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Result }
    if (!response.ok) throw new Error(`WebKit refused ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  try {
    await untilAnswering(`http://127.0.0.1:${port}/status`)
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch: {} } })
    const at = `/session/${sessionId}`
    await call('POST', `${at}/window/rect`, { width, height })
    const element = async (selector: string) =>
      Object.values(
        await call<Record<string, string>>('POST', `${at}/element`, { using: 'css selector', value: selector }),
      )[0]
    return {
      go: async (url) => void (await call('POST', `${at}/url`, { url })),
      run: (body) => call('POST', `${at}/execute/sync`, { script: body, args: [] }),
      type: async (selector, text) =>
        void (await call('POST', `${at}/element/${await element(selector)}/value`, { text })),
      click: async (selector) => void (await call('POST', `${at}/element/${await element(selector)}/click`, {})),
      close: async () => {
        await call('DELETE', at).catch(() => undefined)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout ?? []) {
    text += chunk
    if (text.includes('\n')) return text.trim()
  }
  throw new Error('The display did not start.')
}

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('The driver of WebKit did not start.')
}
