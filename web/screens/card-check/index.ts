export { askForCard } from './card-check-query.ts'
export { standings, type StandingTone } from './standings.ts'
