/** A number that Italians say with a vowel first: 8, 80 to 89, 800 to 899 or 11, also thousands of them. */
const vowelFirst = /\b([Ii]|[Dd]e|[Dd]a|[Aa]|[Nn]e|[Ss]u)l (?=(?:8\d{0,2}|11)(?!\d))/g

const monthsWithA = /\ba (?=a(?:gosto|prile)\b)/g

/**
 * An Italian text with the small words before its numbers and months as they are said: "il 11 gen" is "l’11 gen", "del 8%" is
 * "dell’8%", and "a agosto" is "ad agosto".
 */
export const elided = (text: string): string =>
  text
    .replace(monthsWithA, 'ad ')
    .replace(vowelFirst, (_, first: string) => (/i/i.test(first) ? `${first === 'I' ? 'L' : 'l'}’` : `${first}ll’`))
