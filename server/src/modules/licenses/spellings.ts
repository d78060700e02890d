import { normalize } from '@trellis/contract/serial-keys'

/**
 * The spellings to look up: the input in capitals (imported keys have their own formats), and the input normalized to the
 * format of our own keys.
 */
export const spellingsOf = (serialKey: string): string[] => [serialKey.trim().toUpperCase(), normalize(serialKey)]
