/**
 * The type of a translation: the keys of the English file with any text. `export default { … } satisfies
 * Shape<typeof en>`.
 */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }
