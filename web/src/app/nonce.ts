/**
 * Mantine adds `<style>` elements at run time. When the content security policy requires a nonce, the server
 * puts it into a `meta` element of the page.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content || undefined

// The scroll lock of dialogs reads its nonce only from this global variable.
if (styleNonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: styleNonce })
