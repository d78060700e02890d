/** The keys of the English file with any words: `export default { … } satisfies Shape<typeof en>`. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }
