export { cardsArea } from './area.ts'
