/** Colours for seven series (rules D7), ordered so that the first ones differ most from each other. */
export const chartColors = [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--ui-chart-${number})`) as [string, ...string[]]

export const chartColor = (index: number): string => chartColors[index % chartColors.length] ?? chartColors[0]
