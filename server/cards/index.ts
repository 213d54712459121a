export { cardsArea } from './area.ts'
export { insertSampleCards } from './sample-cards.ts'
