/** Title of unknown addresses. */
export const noSuchPage = 'Página não encontrada'
