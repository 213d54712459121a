export { pdfFileName } from './file-name.ts'
export { createPaper } from './paper.ts'
export type { Letterhead } from './letterhead.ts'
