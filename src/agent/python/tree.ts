/**
 * Syntax tree of a plan. Kinds and members are called as in Python's own `ast` module, whose documentation is therefore
 * this one's too, except that operators stand as they are written, that there is no `ctx` (what is assigned to is plain
 * from where it stands), and that constants which a plan cannot handle have kinds of their own.
 */
export interface PythonTree {
  readonly kind: 'Module'
  readonly body: readonly Statement[]
}

/** Where a node begins. */
export interface Place {
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 code units. */
  readonly column: number
}

export type Expression =
  | BoolOp
  | NamedExpr
  | BinOp
  | UnaryOp
  | Lambda
  | IfExp
  | Dict
  | ListComp
  | SetComp
  | DictComp
  | GeneratorExp
  | Await
  | Yield
  | Compare
  | Call
  | FormattedValue
  | JoinedStr
  | Constant
  | Bytes
  | Imaginary
  | Ellipsis
  | Attribute
  | Subscript
  | Starred
  | Name
  | Elements
  | Slice

export interface BoolOp extends Place {
  readonly kind: 'BoolOp'
  readonly op: 'and' | 'or'
  readonly values: readonly Expression[]
}

export interface NamedExpr extends Place {
  readonly kind: 'NamedExpr'
  readonly target: Name
  readonly value: Expression
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '@' | '<<' | '>>' | '&' | '|' | '^'

export interface BinOp extends Place {
  readonly kind: 'BinOp'
  readonly left: Expression
  readonly op: BinaryOperator
  readonly right: Expression
}

export interface UnaryOp extends Place {
  readonly kind: 'UnaryOp'
  readonly op: '-' | '+' | '~' | 'not'
  readonly operand: Expression
}

export interface Lambda extends Place {
  readonly kind: 'Lambda'
  readonly args: Arguments
  readonly body: Expression
}

export interface IfExp extends Place {
  readonly kind: 'IfExp'
  readonly test: Expression
  readonly body: Expression
  readonly orelse: Expression
}

export interface Dict extends Place {
  readonly kind: 'Dict'
  /** As long as `values`; undefined where a value is unpacked with `**`. */
  readonly keys: readonly (Expression | undefined)[]
  readonly values: readonly Expression[]
}

export interface ListComp extends Place {
  readonly kind: 'ListComp'
  readonly elt: Expression
  readonly generators: readonly Comprehension[]
}

export interface SetComp extends Place {
  readonly kind: 'SetComp'
  readonly elt: Expression
  readonly generators: readonly Comprehension[]
}

export interface DictComp extends Place {
  readonly kind: 'DictComp'
  readonly key: Expression
  readonly value: Expression
  readonly generators: readonly Comprehension[]
}

export interface GeneratorExp extends Place {
  readonly kind: 'GeneratorExp'
  readonly elt: Expression
  readonly generators: readonly Comprehension[]
}

export interface Await extends Place {
  readonly kind: 'Await' | 'YieldFrom'
  readonly value: Expression
}

export interface Yield extends Place {
  readonly kind: 'Yield'
  readonly value: Expression | undefined
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' | 'is not' | 'in' | 'not in'

/** `a < b < c` is one node with two operators. */
export interface Compare extends Place {
  readonly kind: 'Compare'
  readonly left: Expression
  readonly ops: readonly Comparison[]
  readonly comparators: readonly Expression[]
}

export interface Call extends Place {
  readonly kind: 'Call'
  readonly func: Expression
  /** Positional ones, `*rest` as `Starred` among them. */
  readonly args: readonly Expression[]
  readonly keywords: readonly Keyword[]
}

/** A replacement field of an f-string. */
export interface FormattedValue extends Place {
  readonly kind: 'FormattedValue'
  readonly value: Expression
  readonly conversion: 's' | 'r' | 'a' | undefined
  readonly format_spec: JoinedStr | undefined
}

/** An f-string: text as `Constant`, fields as `FormattedValue`; never two texts side by side. */
export interface JoinedStr extends Place {
  readonly kind: 'JoinedStr'
  readonly values: readonly (Constant | FormattedValue)[]
}

export interface Constant extends Place {
  readonly kind: 'Constant'
  /** `int` is a bigint, `float` a number; adjacent strings are already one. */
  readonly value: null | boolean | bigint | number | string
  /** Whether a string was written `u"…"`. */
  readonly isUnicode?: true
}

export interface Bytes extends Place {
  readonly kind: 'Bytes'
  /** One code unit, 0 to 255, for each byte. */
  readonly value: string
}

/** A literal such as `2j`. */
export interface Imaginary extends Place {
  readonly kind: 'Imaginary'
  readonly value: number
}

export interface Ellipsis extends Place {
  readonly kind: 'Ellipsis'
}

export interface Attribute extends Place {
  readonly kind: 'Attribute'
  readonly value: Expression
  readonly attr: string
}

export interface Subscript extends Place {
  readonly kind: 'Subscript'
  readonly value: Expression
  readonly slice: Expression
}

export interface Starred extends Place {
  readonly kind: 'Starred'
  readonly value: Expression
}

/** Folded by NFKC, as Python does. */
export interface Name extends Place {
  readonly kind: 'Name'
  readonly id: string
}

export interface Elements extends Place {
  readonly kind: 'List' | 'Tuple' | 'Set'
  readonly elts: readonly Expression[]
}

export interface Slice extends Place {
  readonly kind: 'Slice'
  readonly lower: Expression | undefined
  readonly upper: Expression | undefined
  readonly step: Expression | undefined
}

export interface Keyword extends Place {
  readonly kind: 'keyword'
  /** Undefined for `**rest`. */
  readonly arg: string | undefined
  readonly value: Expression
}

export interface Comprehension extends Place {
  readonly kind: 'comprehension'
  readonly target: Expression
  readonly iter: Expression
  readonly ifs: readonly Expression[]
  readonly is_async: boolean
}

export interface Arguments extends Place {
  readonly kind: 'arguments'
  readonly posonlyargs: readonly Argument[]
  readonly args: readonly Argument[]
  readonly vararg: Argument | undefined
  readonly kwonlyargs: readonly Argument[]
  /** As long as `kwonlyargs`. */
  readonly kw_defaults: readonly (Expression | undefined)[]
  readonly kwarg: Argument | undefined
  /** Of the last ones of `posonlyargs` and `args`. */
  readonly defaults: readonly Expression[]
}

export interface Argument extends Place {
  readonly kind: 'arg'
  readonly arg: string
  readonly annotation: Expression | undefined
}

export type Statement =
  | FunctionDef
  | ClassDef
  | Return
  | Delete
  | Assign
  | AugAssign
  | AnnAssign
  | For
  | While
  | If
  | With
  | Match
  | Raise
  | Try
  | Assert
  | Import
  | ImportFrom
  | NamesStatement
  | ExpressionStatement
  | PlainStatement

export interface FunctionDef extends Place {
  readonly kind: 'FunctionDef' | 'AsyncFunctionDef'
  readonly name: string
  readonly args: Arguments
  readonly body: readonly Statement[]
  readonly decorator_list: readonly Expression[]
  readonly returns: Expression | undefined
}

export interface ClassDef extends Place {
  readonly kind: 'ClassDef'
  readonly name: string
  readonly bases: readonly Expression[]
  readonly keywords: readonly Keyword[]
  readonly body: readonly Statement[]
  readonly decorator_list: readonly Expression[]
}

export interface Return extends Place {
  readonly kind: 'Return'
  readonly value: Expression | undefined
}

export interface Delete extends Place {
  readonly kind: 'Delete'
  readonly targets: readonly Expression[]
}

/** `a = b = 1` has two targets. */
export interface Assign extends Place {
  readonly kind: 'Assign'
  readonly targets: readonly Expression[]
  readonly value: Expression
}

export interface AugAssign extends Place {
  readonly kind: 'AugAssign'
  readonly target: Expression
  readonly op: BinaryOperator
  readonly value: Expression
}

export interface AnnAssign extends Place {
  readonly kind: 'AnnAssign'
  readonly target: Expression
  readonly annotation: Expression
  readonly value: Expression | undefined
}

export interface For extends Place {
  readonly kind: 'For' | 'AsyncFor'
  readonly target: Expression
  readonly iter: Expression
  readonly body: readonly Statement[]
  readonly orelse: readonly Statement[]
}

export interface While extends Place {
  readonly kind: 'While'
  readonly test: Expression
  readonly body: readonly Statement[]
  readonly orelse: readonly Statement[]
}

/** `elif` is an `If` alone in `orelse`. */
export interface If extends Place {
  readonly kind: 'If'
  readonly test: Expression
  readonly body: readonly Statement[]
  readonly orelse: readonly Statement[]
}

export interface With extends Place {
  readonly kind: 'With' | 'AsyncWith'
  readonly items: readonly WithItem[]
  readonly body: readonly Statement[]
}

export interface WithItem extends Place {
  readonly kind: 'withitem'
  readonly context_expr: Expression
  readonly optional_vars: Expression | undefined
}

export interface Match extends Place {
  readonly kind: 'Match'
  readonly subject: Expression
  readonly cases: readonly MatchCase[]
}

export interface MatchCase extends Place {
  readonly kind: 'match_case'
  readonly pattern: Pattern
  readonly guard: Expression | undefined
  readonly body: readonly Statement[]
}

export interface Raise extends Place {
  readonly kind: 'Raise'
  readonly exc: Expression | undefined
  readonly cause: Expression | undefined
}

export interface Try extends Place {
  readonly kind: 'Try' | 'TryStar'
  readonly body: readonly Statement[]
  readonly handlers: readonly ExceptHandler[]
  readonly orelse: readonly Statement[]
  readonly finalbody: readonly Statement[]
}

export interface ExceptHandler extends Place {
  readonly kind: 'ExceptHandler'
  readonly type: Expression | undefined
  readonly name: string | undefined
  readonly body: readonly Statement[]
}

export interface Assert extends Place {
  readonly kind: 'Assert'
  readonly test: Expression
  readonly msg: Expression | undefined
}

export interface Import extends Place {
  readonly kind: 'Import'
  readonly names: readonly ImportedName[]
}

export interface ImportFrom extends Place {
  readonly kind: 'ImportFrom'
  readonly module: string | undefined
  readonly names: readonly ImportedName[]
  /** Count of leading dots. */
  readonly level: number
}

export interface ImportedName {
  readonly name: string
  readonly asname: string | undefined
}

export interface NamesStatement extends Place {
  readonly kind: 'Global' | 'Nonlocal'
  readonly names: readonly string[]
}

export interface ExpressionStatement extends Place {
  readonly kind: 'Expr'
  readonly value: Expression
}

export interface PlainStatement extends Place {
  readonly kind: 'Pass' | 'Break' | 'Continue'
}

export type Pattern =
  | MatchValue
  | MatchSingleton
  | MatchSeveral
  | MatchMapping
  | MatchClass
  | MatchStar
  | MatchAs

export interface MatchValue extends Place {
  readonly kind: 'MatchValue'
  readonly value: Expression
}

export interface MatchSingleton extends Place {
  readonly kind: 'MatchSingleton'
  readonly value: null | boolean
}

export interface MatchSeveral extends Place {
  readonly kind: 'MatchSequence' | 'MatchOr'
  readonly patterns: readonly Pattern[]
}

export interface MatchMapping extends Place {
  readonly kind: 'MatchMapping'
  readonly keys: readonly Expression[]
  readonly patterns: readonly Pattern[]
  readonly rest: string | undefined
}

export interface MatchClass extends Place {
  readonly kind: 'MatchClass'
  readonly cls: Expression
  readonly patterns: readonly Pattern[]
  readonly kwd_attrs: readonly string[]
  readonly kwd_patterns: readonly Pattern[]
}

export interface MatchStar extends Place {
  readonly kind: 'MatchStar'
  readonly name: string | undefined
}

export interface MatchAs extends Place {
  readonly kind: 'MatchAs'
  readonly pattern: Pattern | undefined
  readonly name: string | undefined
}

/** Whatever stands in a tree. */
export type TreeNode =
  | Statement
  | Expression
  | Pattern
  | Keyword
  | Comprehension
  | Arguments
  | Argument
  | WithItem
  | MatchCase
  | ExceptHandler
