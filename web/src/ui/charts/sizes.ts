/** Heights of charts with their legends in px, the same for their skeletons. */
export const lineChartHeight = 312
export const pieChartHeight = 220
