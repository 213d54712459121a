import { useMemo } from 'react'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { useSettings } from '../../api/queries.ts'
import type { Variable } from '../../ui/rich-text/variable.ts'
import classes from './sms-counter.module.css'

interface SmsCounterProps {
  text: string
  variables: readonly Variable[]
}

/** Counts characters, parts and cost of an SMS, with sample values for the variables. */
export function SmsCounter({ text, variables }: SmsCounterProps) {
  const { smsRemoveAccents, smsPricePerPart } = useSettings()
  const count = useMemo(() => {
    const samples = new Map(variables.map(({ code, sample }) => [code, sample]))
    const filled = text.replace(/\{([^{}]+)\}/g, (whole, code: string) => samples.get(code) ?? whole)
    return countSms(smsRemoveAccents === 'true' ? removeSmsAccents(filled) : filled)
  }, [text, variables, smsRemoveAccents])
  if (text === '') return null
  const facts = [
    counted(count.parts, 'SMS', 'SMS'),
    `${count.length} caracteres`,
    count.left === 1 ? 'falta 1 para outro SMS' : `faltam ${count.left} para outro SMS`,
    count.encoding === 'UCS-2' && 'com letras que encurtam cada SMS',
    `cerca de ${formatAmount(Math.round(count.parts * Number(smsPricePerPart ?? 0) * 100))} por pessoa`,
  ]
  return <output className={classes.count}>{facts.filter(Boolean).join(' · ')}</output>
}
