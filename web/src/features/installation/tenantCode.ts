/** A code for a tenant of this name: `Acme Software S.p.A.` → `acme-software-s-p-a`. Empty for a name without such letters. */
export const tenantCodeOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
