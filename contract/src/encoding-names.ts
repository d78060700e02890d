/** The encodings that are recognised, and that a reader can choose. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'macintosh',
  'ibm850',
  'ibm437',
  'windows-1251',
  'windows-1253',
] as const
export type Encoding = (typeof encodings)[number]
