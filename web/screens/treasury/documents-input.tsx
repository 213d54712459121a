import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { type KeyboardEvent, useState } from 'react'
import { Combobox, TextInput, UnstyledButton } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { maxLimit } from '@agremia/resources/list-parameters.ts'
import { listQuery } from '../../api/queries.ts'
import { wordsOf } from '../../fields/texts.ts'
import { useRecordPath } from '../../paths/records.ts'
import { LinkIfOpen } from '../../ui/app-link.tsx'
import { useResultChoice } from '../../ui/result-choice.ts'
import { ResultsStatus } from '../../ui/results-status.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import results from '../../ui/search-results.module.css'
import { UploadedDocuments } from './uploaded-documents.tsx'
import classes from './documents-input.module.css'

interface DocumentsInputProps {
  id: string
  /** Ids of the documents. */
  value: unknown
  /** Its documents come first. */
  externalEntityId: unknown
  error: string | undefined
  onChange: (ids: string[]) => void
  /** Called with the documents that chosen files became. */
  onFiled?: ((ids: string[]) => void) | undefined
  /** Called when files begin to be sent, and when all are. */
  onBusy?: ((isBusy: boolean) => void) | undefined
}

const columns = ['number', 'description', 'date', 'totalAmount', 'externalNumber'] as const

/** The documents of a transaction, a search for those that are in none, and files that become documents. */
export function DocumentsInput(props: DocumentsInputProps) {
  const { id, value, externalEntityId, error, onChange, onFiled, onBusy } = props
  const ids = wordsOf(value)
  const [typed, setTyped] = useState('')
  const [isFocused, setIsFocused] = useState(false)
  const { found, isCurrent, searchNow } = useLooseDocuments(typed, { externalEntityId, enabled: isFocused })
  const offered = found.filter(({ _id }) => !ids.includes(_id))
  const choose = (chosen: string) => {
    onChange([...ids, chosen])
    setTyped('')
  }
  const isLeft = !isFocused && typed.trim() !== ''
  // Without text and without documents of the entity, Enter goes on to the next field.
  const isOpen = isFocused && (typed.trim() !== '' || offered.length > 0)
  const { combobox, onKeyDownCapture } = useResultChoice({
    search: typed.trim(),
    ids: offered.map(({ _id }) => _id),
    isCurrent,
    opened: isOpen,
    onChoose: choose,
    onTab: 'goOn',
    searchNow,
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      setTyped('')
    }
  }
  return (
    <div className={classes.documents}>
      <Combobox store={combobox} withinPortal={false} onOptionSubmit={choose}>
        <div className={results.holder}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              {...asCombobox}
              id={id}
              label="Documentos"
              placeholder="Número, descrição ou entidade"
              description="Os que ainda não estão em nenhuma transação."
              error={error ?? (isLeft ? 'Escolha um documento da lista.' : undefined)}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onKeyDownCapture={onKeyDownCapture}
              onKeyDown={onKeyDown}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onFocus={() => setIsFocused(true)}
              onBlur={() => setIsFocused(false)}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
            />
          </Combobox.EventsTarget>
          {combobox.dropdownOpened && (
            <div className={results.results}>
              <Combobox.Options aria-label="Documentos sem transação">
                {offered.map((document) => (
                  <Combobox.Option key={document._id} value={document._id} className={results.option}>
                    <DocumentLine document={document} />
                  </Combobox.Option>
                ))}
              </Combobox.Options>
              {offered.length === 0 && <ResultsStatus isCurrent={isCurrent} />}
            </div>
          )}
        </div>
      </Combobox>
      <ChosenDocuments ids={ids} onRemove={(gone) => onChange(ids.filter((one) => one !== gone))} />
      <UploadedDocuments
        onFiled={(filed) => {
          onChange([...new Set([...ids, ...filed])])
          onFiled?.(filed)
        }}
        onBusy={(isBusy) => onBusy?.(isBusy)}
      />
    </div>
  )
}

/** The library sets the other ARIA attributes. */
const asCombobox = { role: 'combobox' }

interface LooseOptions {
  externalEntityId: unknown
  enabled: boolean
}

/** Documents that are in no transaction: those that match, or those of the entity. */
function useLooseDocuments(typed: string, { externalEntityId, enabled }: LooseOptions) {
  const { asked, current, searchNow } = useSearchText(typed)
  const ofEntity = asked === '' && typeof externalEntityId === 'string' ? { externalEntityId } : {}
  const isAsked = asked !== '' || 'externalEntityId' in ofEntity
  const query = useQuery({
    ...listQuery('treasuryDocs', {
      search: asked,
      where: { hasTransaction: 'false', ...ofEntity },
      limit: 6,
      columns,
    }),
    enabled: enabled && isAsked,
  })
  const answer = isAsked ? current(query.data) : undefined
  return { found: answer?.data ?? [], isCurrent: answer !== undefined, searchNow }
}

interface ChosenDocumentsProps {
  ids: readonly string[]
  /** Undefined: they only are shown. */
  onRemove?: (id: string) => void
}

/** The documents of a transaction, each with a link to its page. */
export function ChosenDocuments({ ids, onRemove }: ChosenDocumentsProps) {
  const query = useQuery({
    ...listQuery('treasuryDocs', { where: { id: [...ids].toSorted() }, limit: maxLimit, columns }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const pathOf = useRecordPath('treasuryDocs')
  const known = query.data?.data.filter(({ _id }) => ids.includes(_id)) ?? []
  if (known.length === 0) return null
  return (
    <ul className={classes.chosen} aria-label="Documentos da transação">
      {known.map((document) => (
        <li key={document._id}>
          <IconFileText size="1.125rem" stroke={1.5} aria-hidden />
          {pathOf ? (
            <LinkIfOpen to={pathOf(document._id)} className={classes.link}>
              <DocumentLine document={document} />
            </LinkIfOpen>
          ) : (
            <DocumentLine document={document} />
          )}
          {onRemove && (
            <UnstyledButton
              className={classes.remove}
              aria-label={`Retirar o documento ${document.number}`}
              onClick={() => onRemove(document._id)}
            >
              <IconX size="1rem" stroke={1.5} aria-hidden />
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function DocumentLine({ document }: { document: ResourceRecord<'treasuryDocs'> }) {
  const facts = [document.externalNumber, formatDate(document.date)]
  return (
    <span className={classes.line}>
      <span>{document.description}</span>
      <span className={classes.facts}>
        {facts.filter(Boolean).join(' · ')}
        {document.totalAmount != null && ` · ${formatAmount(toCents(document.totalAmount))}`}
      </span>
    </span>
  )
}
