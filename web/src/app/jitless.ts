/**
 * Without this, zod tries `new Function`, which the content security policy blocks. Zod reads the setting when it is loaded,
 * and it is loaded with the first form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
