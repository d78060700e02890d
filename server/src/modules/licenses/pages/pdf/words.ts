import type { languageCodes } from '@trellis/contract/users'

interface Words {
  title: string
  seats: (count: number) => string
  for: string
  key: string
  scan: string
  can: readonly string[]
  warning: string
  gaps: string
}

export const words: Record<(typeof languageCodes)[number], Words> = {
  en: {
    title: "The key's own page",
    seats: (count) => (count === 1 ? '1 seat' : `${count} seats`),
    for: 'Licensed to',
    key: 'Key ending in',
    scan: 'Scan to open the page',
    can: [
      'See whether the license is valid, and until when.',
      'See which devices have a seat, and free one.',
      'Ask for a renewal.',
    ],
    warning: 'Whoever has this sheet can open the page. Keep it where only the people who use the software see it.',
    gaps: '[…] stands for characters that this document cannot print.',
  },
  it: {
    title: 'La pagina della chiave',
    seats: (count) => (count === 1 ? '1 postazione' : `${count} postazioni`),
    for: 'Concessa in licenza a',
    key: 'Chiave che termina con',
    scan: 'Inquadra per aprire la pagina',
    can: [
      'Vedere se la licenza è valida e fino a quando.',
      'Vedere quali dispositivi hanno una postazione e liberarne una.',
      'Chiedere un rinnovo.',
    ],
    warning: 'Chi ha questo foglio può aprire la pagina. Tenerlo dove lo vede solo chi usa il software.',
    gaps: '[…] sta per caratteri che questo documento non può stampare.',
  },
}
