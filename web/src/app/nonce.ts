/**
 * Mantine writes a few `<style>` elements at run time. Where the server's content security policy asks for a nonce, it
 * puts it into the page's `meta`; where it does not, there is none.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content || undefined

// The scroll lock of dialogs reads its nonce from here and from nowhere else.
if (styleNonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: styleNonce })
