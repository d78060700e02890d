/** The common names of a browser and its operating system. */
export interface Device {
  browser: string | null
  system: string | null
}

/** The order matters: most user agents also contain the names of other browsers. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const firstFit = (names: readonly [RegExp, string][], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Parses a `User-Agent` header. A program that is not a browser (`curl/8.5.0`) is named as it names itself. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent?.trim() ?? ''
  const program = /^(?!Mozilla\b)([A-Za-z][\w .-]{0,40}?)\s*(?:\/|\(|$)/.exec(text)?.[1] ?? null
  return { browser: firstFit(browsers, text) ?? program, system: firstFit(systems, text) }
}
