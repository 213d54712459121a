import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { postalCodeFor } from '@agremia/resources/rules/postal-code.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMay } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'
import type { Values } from '../../fields/index.ts'
import { plainText } from '../../fields/texts.ts'

interface AddressForm {
  fields: FieldMap
  values: Values
  changes: readonly string[]
}

interface Locality {
  city: string | null
  municipality: string | null
}

const unknown: Locality = { city: null, municipality: null }

/**
 * Fills the empty locality and municipality when a Portuguese postal code is typed, with those of most people who have it. Where nobody has
 * it, empties what another postal code filled.
 */
export function useFilledLocality(
  { fields, values, changes }: AddressForm,
  fill: (values: Values) => void,
): void {
  const mayAsk = useMay('peopleResearcher').list
  const code = plainText(values.postalCode)
  const isTyped = fields.city !== undefined && changes.includes('postalCode') && isComplete(values)
  const { data: found } = useQuery({
    ...dataQuery<Locality | null>(
      ['peopleResearcher', 'locality', code],
      `${resourcePath('peopleResearcher')}/locality?postalCode=${code}`,
    ),
    enabled: mayAsk && isTyped,
  })
  // What another postal code filled is replaced.
  const filled = useRef<Values>({})
  const fillEmpty = useEffectEvent((locality: Locality) => {
    const isFree = (name: string) =>
      ['', filled.current[name]].includes(plainText(values[name])) &&
      fields[name] !== undefined &&
      !fields[name].readOnly &&
      !fields[name].hidden
    const isNothingToEmpty = locality === unknown && !filled.current.city
    if (isNothingToEmpty || !isFree('city')) return
    filled.current = Object.fromEntries(Object.entries(locality).filter(([name]) => isFree(name)))
    fill(filled.current)
  })
  useEffect(() => {
    if (isTyped && found !== undefined) fillEmpty(found ?? unknown)
  }, [isTyped, found])
}

function isComplete({ postalCode, country }: Values): boolean {
  const rule = postalCodeFor(plainText(country))
  const code = plainText(postalCode)
  return rule === postalCodeFor('PT') && code !== '' && rule.problem(code) === undefined
}
