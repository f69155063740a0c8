import type { PythonTree, TreeNode } from './tree.js'

/** The nodes right under this one, in the order of CPython's `ast.iter_child_nodes`. */
export function childrenOf(node: TreeNode | PythonTree): readonly TreeNode[] {
  switch (node.kind) {
    case 'Module':
      return node.body
    case 'Constant':
    case 'Bytes':
    case 'Imaginary':
    case 'Ellipsis':
    case 'Name':
    case 'Pass':
    case 'Break':
    case 'Continue':
    case 'Global':
    case 'Nonlocal':
    case 'Import':
    case 'ImportFrom':
    case 'MatchSingleton':
    case 'MatchStar':
      return []
    case 'BoolOp':
    case 'JoinedStr':
      return node.values
    case 'NamedExpr':
      return [node.target, node.value]
    case 'BinOp':
      return [node.left, node.right]
    case 'UnaryOp':
      return [node.operand]
    case 'Lambda':
      return [node.args, node.body]
    case 'IfExp':
      return [node.test, node.body, node.orelse]
    case 'Dict':
      return [...present(node.keys), ...node.values]
    case 'Set':
    case 'List':
    case 'Tuple':
      return node.elts
    case 'ListComp':
    case 'SetComp':
    case 'GeneratorExp':
      return [node.elt, ...node.generators]
    case 'DictComp':
      return [node.key, node.value, ...node.generators]
    case 'Await':
    case 'YieldFrom':
    case 'Attribute':
    case 'Starred':
    case 'keyword':
    case 'Expr':
    case 'MatchValue':
      return [node.value]
    case 'Yield':
    case 'Return':
      return present([node.value])
    case 'Compare':
      return [node.left, ...node.comparators]
    case 'Call':
      return [node.func, ...node.args, ...node.keywords]
    case 'FormattedValue':
      return present([node.value, node.format_spec])
    case 'Subscript':
      return [node.value, node.slice]
    case 'Slice':
      return present([node.lower, node.upper, node.step])
    case 'comprehension':
      return [node.target, node.iter, ...node.ifs]
    case 'arguments':
      return present([
        ...node.posonlyargs,
        ...node.args,
        node.vararg,
        ...node.kwonlyargs,
        ...node.kw_defaults,
        node.kwarg,
        ...node.defaults,
      ])
    case 'arg':
      return present([node.annotation])
    case 'FunctionDef':
    case 'AsyncFunctionDef':
      return present([node.args, ...node.body, ...node.decorator_list, node.returns])
    case 'ClassDef':
      return [...node.bases, ...node.keywords, ...node.body, ...node.decorator_list]
    case 'Delete':
      return node.targets
    case 'Assign':
      return [...node.targets, node.value]
    case 'AugAssign':
      return [node.target, node.value]
    case 'AnnAssign':
      return present([node.target, node.annotation, node.value])
    case 'For':
    case 'AsyncFor':
      return [node.target, node.iter, ...node.body, ...node.orelse]
    case 'While':
    case 'If':
      return [node.test, ...node.body, ...node.orelse]
    case 'With':
    case 'AsyncWith':
      return [...node.items, ...node.body]
    case 'withitem':
      return present([node.context_expr, node.optional_vars])
    case 'Match':
      return [node.subject, ...node.cases]
    case 'match_case':
      return present([node.pattern, node.guard, ...node.body])
    case 'Raise':
      return present([node.exc, node.cause])
    case 'Try':
    case 'TryStar':
      return [...node.body, ...node.handlers, ...node.orelse, ...node.finalbody]
    case 'ExceptHandler':
      return present([node.type, ...node.body])
    case 'Assert':
      return present([node.test, node.msg])
    case 'MatchSequence':
    case 'MatchOr':
      return node.patterns
    case 'MatchMapping':
      return [...node.keys, ...node.patterns]
    case 'MatchClass':
      return [node.cls, ...node.patterns, ...node.kwd_patterns]
    case 'MatchAs':
      return present([node.pattern])
    default:
      return node satisfies never
  }
}

function present<Node extends TreeNode>(nodes: readonly (Node | undefined)[]): readonly Node[] {
  return nodes.filter((node) => node !== undefined)
}
