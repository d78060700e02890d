/**
 * Without this, zod tries `new Function`, which the content security policy blocks. Zod reads it when it is loaded, which is
 * not before the first form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
