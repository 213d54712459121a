import { allRecords } from '@agremia/resources/list-parameters.ts'
import { listCountries } from '@agremia/resources/countries.ts'
import { matchesSearch } from '@agremia/resources/rules/fold.ts'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'
import { componentRef, page, pageQuery, withMore } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { knownParameters, pageNumber, parseLimit } from '../rest/query-parameters.ts'

const countryList = listCountries().map(({ code, name, _k }) => ({
  _id: code,
  code,
  name,
  ...(_k !== undefined && { _k }),
}))

export const countriesApi: Api = {
  name: 'listCountries',
  summary: 'Listar países',
  query: { '_search?': 'text', '_sort?': 'text', ...pageQuery },
  answers: { 200: page(withMore(componentRef('countries'), { _id: 'text', '_k?': 'integer' })) },
}

/** The list of countries, Portugal first; all of them unless a page is requested. */
export function answerCountries(request: FastifyRequest) {
  const { _page, _limit, _search, _sort } = knownParameters(request, ['_page', '_limit', '_search', '_sort'])
  // `created_at`, the default order of lists, is accepted for existing clients.
  if (_sort && !/^-?created_at$/.test(_sort))
    throw badRequest(`_sort: não é possível ordenar por «${_sort.replace(/^-/, '').slice(0, 60)}».`)
  const number = _page === undefined ? 1 : pageNumber(_page)
  const limit = _limit ? parseLimit(_limit) : allRecords
  const search = (_search ?? '').slice(0, 200)
  const matches = countryList.filter(({ name }) => matchesSearch(name, search))
  const data = limit === allRecords ? matches : matches.slice((number - 1) * limit, number * limit)
  return { data, meta: { total: matches.length, page: number, limit } }
}
