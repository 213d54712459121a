import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CheckIcon, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { foldText, matchesSearch } from '@agremia/resources/rules/fold.ts'
import classes from './choice.module.css'
import { optionsFilter } from './options-filter.ts'
import { type ChoiceOption, nextByLetters, useTypedLetters } from './typed-letters.ts'

export type { ChoiceOption } from './typed-letters.ts'

/** A search of the server: the options are its results. */
interface OptionSearch {
  onType: (text: string) => void
  /** Whether the options answer the text that is in the field. */
  isCurrent: boolean
  /** Called on Enter and Tab while the options are not current. */
  searchNow: () => void
}

interface ChoiceProps extends Omit<
  SelectProps,
  'data' | 'value' | 'searchable' | 'filter' | 'onSearchChange'
> {
  data: readonly (string | ChoiceOption)[]
  value: string | null
  search?: OptionSearch
  /** Whether the text filters the options; otherwise a letter chooses the next option that begins with it. */
  isFiltered?: boolean
  /** Called when the field is left with a text that is no option, which remains in the field. */
  onUnknown?: (text: string) => void
}

/** From this number of options on, the typed text filters them. */
const minFiltered = 9

/**
 * Chooses an option by typing: the first match is highlighted, Enter and Tab choose it. A text that is no option stays
 * in the field with an error.
 */
export function Choice({ data: given, search, isFiltered, onUnknown, ...rest }: ChoiceProps) {
  const data = given.map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
  const fits = search !== undefined || (isFiltered ?? data.length >= minFiltered)
  // Options that arrive while the field has the focus would close its list.
  const [focused, setFocused] = useState<boolean>()
  const isTyped = focused ?? fits
  const props: typeof rest = {
    ...rest,
    onFocus: (event) => {
      setFocused(isTyped)
      rest.onFocus?.(event)
    },
    onBlur: (event) => {
      setFocused(undefined)
      rest.onBlur?.(event)
    },
  }
  const explained = data.some(({ help }) => help !== undefined) ? { renderOption: explainedOption } : {}
  return isTyped ? (
    <TypedChoice data={data} search={search} onUnknown={onUnknown} {...explained} {...props} />
  ) : (
    <LetterChoice data={data} {...explained} {...props} />
  )
}

const explainedOption: SelectProps['renderOption'] = ({ option, checked = false }) => {
  const { label, help }: ChoiceOption = option
  return (
    <>
      <span className={classes.option}>
        {label}
        <span className={classes.help}>{help}</span>
      </span>
      {checked && <CheckIcon size="0.75rem" className={classes.check} />}
    </>
  )
}

const shared = {
  allowDeselect: false,
  checkIconPosition: 'right',
  nothingFoundMessage: 'Sem resultados',
} as const

interface LetterChoiceProps extends Omit<ChoiceProps, 'data' | 'search' | 'onUnknown' | 'isFiltered'> {
  data: ChoiceOption[]
}

interface TypedChoiceProps extends LetterChoiceProps {
  search: OptionSearch | undefined
  onUnknown: ((text: string) => void) | undefined
}

function TypedChoice({ data, search, onUnknown, ...props }: TypedChoiceProps) {
  const { value, onChange, onClear, error } = props
  const label = data.find((option) => option.value === value)?.label ?? ''
  // A form sent this text and kept it, as its drafts do.
  const isUnknown =
    onUnknown !== undefined && value !== null && !data.some((option) => option.value === value)
  const choose = (option: ChoiceOption | null) => {
    onChange?.(option?.value ?? null, option ?? { value: '', label: '' })
  }
  const typed = useTypedText({
    options: data,
    search,
    own: label,
    onChoose: choose,
    onEmptied: () => props.clearable && choose(null),
    onUnknown,
  })
  return (
    <Select
      {...shared}
      {...props}
      {...typed.inputProps(props)}
      searchable
      data={typed.options}
      searchValue={typed.text ?? (isUnknown ? value : label)}
      filter={search ? ({ options }) => options : optionsFilter}
      selectFirstOptionOnChange={typed.isOffering}
      error={error ?? typed.error}
      onClear={() => {
        typed.reset()
        onClear?.()
      }}
      onChange={(next, option) => {
        typed.reset()
        onChange?.(next, option)
      }}
      onOptionSubmit={typed.reset}
    />
  )
}

/** Few options: typed letters choose the next option whose label begins with them. */
function LetterChoice({ data, ...props }: LetterChoiceProps) {
  const { value, onChange, onKeyDown, readOnly, disabled } = props
  const lettersOf = useTypedLetters()

  function chooseByLetter(event: KeyboardEvent<HTMLInputElement>) {
    if (readOnly === true || disabled === true) return
    const letters = lettersOf(event)
    const option = letters === undefined ? undefined : nextByLetters(data, value, letters)
    if (!option) return
    event.preventDefault()
    const list = listOf(event.currentTarget)
    // An open list closes with its choice.
    if (list)
      list.querySelector<HTMLElement>(`[data-combobox-option][value="${CSS.escape(option.value)}"]`)?.click()
    else if (option.value !== value) onChange?.(option.value, option)
  }
  return (
    <Select
      {...shared}
      {...props}
      data={data}
      onKeyDown={(event) => {
        chooseByLetter(event)
        onKeyDown?.(event)
      }}
    />
  )
}

interface ManyChoiceProps extends Omit<
  MultiSelectProps,
  'data' | 'searchable' | 'filter' | 'searchValue' | 'onSearchChange'
> {
  data: readonly ChoiceOption[]
  value: string[]
  onChange: (values: string[]) => void
}

/** Chooses several options by typing, as `Choice` one. */
export function ManyChoice({ data, onChange, ...props }: ManyChoiceProps) {
  const offered = data.filter(({ value }) => !props.value.includes(value))
  const typed = useTypedText({
    options: offered,
    own: '',
    onChoose: ({ value }) => onChange([...props.value, value]),
  })
  return (
    <MultiSelect
      nothingFoundMessage={shared.nothingFoundMessage}
      hidePickedOptions
      {...props}
      {...typed.inputProps(props)}
      searchable
      data={[...data]}
      searchValue={typed.text ?? ''}
      filter={optionsFilter}
      selectFirstOptionOnChange={typed.isOffering}
      error={props.error ?? typed.error}
      onChange={(values) => {
        typed.reset()
        onChange(values)
      }}
    />
  )
}

interface TypedTextOptions {
  options: readonly ChoiceOption[]
  search?: OptionSearch | undefined
  /** The text of the field when nothing is typed. */
  own: string
  onChoose: (option: ChoiceOption) => void
  onEmptied?: () => void
  onUnknown?: ((text: string) => void) | undefined
}

/** State of the typed text of a select; leaving the field chooses an option or reports an error. */
function useTypedText({ options, search, own, onChoose, onEmptied, onUnknown }: TypedTextOptions) {
  const [text, setText] = useState<string>()
  // The field lost the focus with a text that is not an option.
  const [isLost, setIsLost] = useState(false)
  // What happened before the options arrived: a key takes the first one, leaving the field does not.
  const awaiting = useRef<'key' | 'blur'>(undefined)
  const isCurrent = search === undefined || text === undefined || search.isCurrent
  const shown = isCurrent ? options.filter(({ disabled }) => disabled !== true) : []

  const write = (next: string | undefined) => {
    setText(next)
    setIsLost(false)
    awaiting.current = undefined
    search?.onType(next ?? '')
  }
  const choose = (option: ChoiceOption) => {
    write(undefined)
    onChoose(option)
  }
  const matches = (word: string) => (search ? shown : shown.filter(({ label }) => matchesSearch(label, word)))
  /** Chooses the option of this text or the only match; nothing when several are possible. */
  const settle = (word: string) => {
    const found = matches(word)
    const same = found.filter(({ label }) => foldText(label) === foldText(word))
    const [first, ...others] = same.length > 0 ? same : found
    // Results of the same name may be different records; a list may have an option twice (Portugal).
    const isOnly = search ? others.length === 0 : others.every(({ label }) => label === first?.label)
    if (first && isOnly) return choose(first)
    setIsLost(true)
    onUnknown?.(word)
  }

  const endWaiting = useRef(() => {})
  useEffect(() => {
    endWaiting.current = () => {
      const cause = awaiting.current
      awaiting.current = undefined
      if (cause === undefined || text === undefined) return
      const [first] = shown
      if (cause === 'key' && first) choose(first)
      else settle(text.trim())
    }
  })
  useEffect(() => {
    if (isCurrent) endWaiting.current()
  }, [isCurrent])

  const leave = () => {
    const word = text?.trim()
    if (word === undefined || awaiting.current) return
    if (word === '') {
      write(undefined)
      onEmptied?.()
    } else if (foldText(word) === foldText(own)) write(undefined)
    else if (isCurrent) settle(word)
    else awaiting.current = 'blur'
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const isTab = event.key === 'Tab' && !event.shiftKey
    if ((event.key !== 'Enter' && !isTab) || event.ctrlKey || event.metaKey) return
    if (event.nativeEvent.isComposing) return
    const word = text?.trim() ?? ''
    if (isCurrent) {
      // Enter on a highlighted option is Mantine's.
      if (isTab) highlightedOf(event.currentTarget)?.click()
      else if (word !== '' && matches(word).length === 0) event.preventDefault()
      return
    }
    if (!isTab) event.preventDefault()
    if (word === '') return
    awaiting.current = 'key'
    search?.searchNow()
  }

  return {
    text,
    options: isCurrent ? [...options] : [],
    /** The first option is highlighted while this is true, and again when it becomes true. */
    isOffering: text !== undefined && text.trim() !== '' && isCurrent,
    error: isLost ? `«${text?.trim() ?? ''}» não está na lista. ${fieldErrors.option}` : undefined,
    reset: () => write(undefined),
    inputProps: (props: Pick<SelectProps, 'onKeyDown' | 'onBlur'>) => ({
      onInput: (event: FormEvent<HTMLInputElement>) => {
        // Autofill writes into fields without the focus; Mantine chooses the option of its text.
        if (document.activeElement === event.currentTarget) write(event.currentTarget.value)
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        onKeyDown(event)
        props.onKeyDown?.(event)
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        leave()
        props.onBlur?.(event)
      },
    }),
  }
}

function listOf(input: HTMLInputElement): HTMLElement | null {
  const id = input.getAttribute('aria-controls')
  return id === null ? null : document.getElementById(id)
}

function highlightedOf(input: HTMLInputElement): HTMLElement | undefined {
  return listOf(input)?.querySelector<HTMLElement>('[data-combobox-selected]') ?? undefined
}
