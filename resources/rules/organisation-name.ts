import { foldText } from './fold.ts'

/** What Portuguese says before a name; empty where it says nothing. */
export type Article = 'o' | 'a' | 'os' | 'as' | ''
export type Preposition = 'de' | 'em' | 'a' | 'por'

/** The first word of names of organisations, folded. */
const articles: Readonly<Record<Exclude<Article, ''>, string>> = {
  o: 'aeroclube agrupamento ateneu atletico automovel centro ciclo circulo clube colegio comite conservatorio coro corpo desportivo forum futebol ginasio gremio grupo instituto jardim lar montepio moto-clube motoclube motor movimento museu nucleo observatorio orfeao projeto rancho recreio sindicato sport sporting teatro vitoria',
  a: 'academia academica agencia agremia aldeia alianca assembleia associacao banda biblioteca caixa camara casa comissao companhia comunidade confederacao confraria cooperativa corporacao creche cruz delegacao escola federacao filarmonica fundacao irmandade juventude liga loja misericordia mutua mutualidade mutualista obra oficina orquestra rede santa sociedade tertulia tuna uniao universidade',
  os: 'amigos antigos baldios bombeiros caminheiros dadores escoteiros escuteiros inquilinos moradores pais servicos trabalhadores voluntarios',
  as: 'guias mulheres',
}

/** The article of an organisation, told by the first word of its name; empty for a word that is not known. */
export function articleOf(name: string): Article {
  const [first = ''] = foldText(name).trim().split(' ')
  const found = Object.entries(articles).find(([, words]) => words.split(' ').includes(first))
  return (found?.[0] ?? '') as Article
}

/** `do Clube`, `na Associação`, `aos Bombeiros`; `de Agremia` where there is no article. */
export function withPreposition(preposition: Preposition, { name, article }: Named): string {
  const given = article ?? articleOf(name)
  return `${given === '' ? preposition : contracted[preposition](given)} ${name}`
}

interface Named {
  name: string
  /** Absent: as the name tells. */
  article?: Article | undefined
}

const contracted: Record<Preposition, (article: string) => string> = {
  de: (article) => `d${article}`,
  em: (article) => `n${article}`,
  a: (article) => (article.startsWith('o') ? `a${article}` : `à${article.slice(1)}`),
  por: (article) => `pel${article}`,
}
