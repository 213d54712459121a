import { foldText } from './fold.ts'

/** Portuguese definite article; empty when a name has none. */
export type Article = 'o' | 'a' | 'os' | 'as' | ''
export type Preposition = 'de' | 'em' | 'a' | 'por'

/** First words of names of organisations, folded, by article. */
const articles: Readonly<Record<Exclude<Article, ''>, string>> = {
  o: 'aeroclube agrupamento ateneu atletico automovel centro ciclo circulo clube colegio comite conservatorio coro corpo desportivo forum futebol ginasio gremio grupo instituto jardim lar montepio moto-clube motoclube motor movimento museu nucleo observatorio orfeao projeto rancho recreio sindicato sport sporting teatro vitoria',
  a: 'academia academica agencia agremia aldeia alianca assembleia associacao banda biblioteca caixa camara casa comissao companhia comunidade confederacao confraria cooperativa corporacao creche cruz delegacao escola federacao filarmonica fundacao irmandade juventude liga loja misericordia mutua mutualidade mutualista obra oficina orquestra rede santa sociedade tertulia tuna uniao universidade',
  os: 'amigos antigos baldios bombeiros caminheiros dadores escoteiros escuteiros inquilinos moradores pais servicos trabalhadores voluntarios',
  as: 'guias mulheres',
}

/** Returns the article of an organisation's name, from its first word; empty for an unknown word. */
export function articleOf(name: string): Article {
  const [first = ''] = foldText(name).trim().split(' ')
  const found = Object.entries(articles).find(([, words]) => words.split(' ').includes(first))
  return (found?.[0] ?? '') as Article
}

/** Prefixes a name with a preposition and its article: `do Clube`, `na Associação`, `aos Bombeiros`; `de Agremia` without article. */
export function withPreposition(preposition: Preposition, { name, article }: Named): string {
  const actual = article ?? articleOf(name)
  return `${actual === '' ? preposition : contracted[preposition](actual)} ${name}`
}

interface Named {
  name: string
  /** Default: inferred from the name. */
  article?: Article | undefined
}

const contracted: Record<Preposition, (article: string) => string> = {
  de: (article) => `d${article}`,
  em: (article) => `n${article}`,
  a: (article) => (article.startsWith('o') ? `a${article}` : `à${article.slice(1)}`),
  por: (article) => `pel${article}`,
}
