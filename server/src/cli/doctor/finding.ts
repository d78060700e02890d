/** One thing that the doctor looked at. */
export interface Finding {
  about: string
  /** `warning`: it works, and will surprise somebody. `bad`: something does not work, or loses data. */
  state: 'good' | 'warning' | 'bad'
  /** What was seen, as a sentence. */
  says: string
  /** What to do about it; null when it is good. */
  advice: string | null
}

/** Findings about one subject. */
export const findingsAbout = (about: string) => ({
  good: (says: string): Finding => ({ about, state: 'good', says, advice: null }),
  warning: (says: string, advice: string): Finding => ({ about, state: 'warning', says, advice }),
  bad: (says: string, advice: string): Finding => ({ about, state: 'bad', says, advice }),
})
