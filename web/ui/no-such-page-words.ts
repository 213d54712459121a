/** What an address is called that leads to nothing. */
export const noSuchPage = 'Página não encontrada'
