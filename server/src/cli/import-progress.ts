import { type Progress, silent } from '../modules/imports/index.ts'

interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): boolean
}

const width = 20

/** Shows the progress of a file on one line; silent where stderr is not a terminal. */
export function openProgress(file: string, terminal: Terminal = process.stderr): Progress {
  if (terminal.isTTY !== true) return silent
  const begun = Date.now()
  let writingSince = 0
  let drawn = 0
  const draw = (text: string, always = false) => {
    if (!always && Date.now() - drawn < 100) return
    drawn = Date.now()
    terminal.write(`\r\u001b[2K${text.slice(0, (terminal.columns ?? 80) - 1)}`)
  }
  const bar = (part: number) => '█'.repeat(Math.round(part * width)).padEnd(width, '░')
  const line = (verb: string, part: number, rows: number, since: number) => {
    const seconds = Math.max((Date.now() - since) / 1000, 0.001)
    const left = part > 0 ? seconds / part - seconds : 0
    const rate = Math.round(rows / seconds).toLocaleString('en')
    draw(`${file}  ${verb} ${bar(part)} ${rows.toLocaleString('en')} rows · ${rate}/s · ${duration(left)} left`)
  }
  return {
    read: ({ bytes, rows }, size) => line('reading', size === 0 ? 1 : bytes / size, rows, begun),
    checking: () => draw(`${file}  checking…`, true),
    wrote: (done, total) => {
      writingSince ||= Date.now()
      line('writing', total === 0 ? 1 : done / total, done, writingSince)
    },
    end: () => terminal.write('\r\u001b[2K'),
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
