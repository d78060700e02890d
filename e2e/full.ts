/** Whether everything is run, as each night (CONTRIBUTING, "The full run"), or each thing once, as in each check. */
export const isFull = process.env.FULL === '1'
