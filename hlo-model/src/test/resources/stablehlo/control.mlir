#loc = loc(unknown)
module @control attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<i32> loc("n")) -> (tensor<i32> {jax.result_info = "a"}, tensor<i32>) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %step = stablehlo.add %c, %zero : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %zero, %iterArg_0 = %c) : tensor<i32>, tensor<i32>
     cond {
      %limit = stablehlo.constant dense<12> : tensor<i32>
      %1 = stablehlo.compare  LT, %iterArg, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %iterArg, %step : tensor<i32>
      %2:2 = func.call @swap(%iterArg_0, %1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
      %3 = stablehlo.multiply %2#1, %c : tensor<i32>
      stablehlo.return %2#0, %3 : tensor<i32>, tensor<i32>
    }
    check.expect_eq_const %0#0, dense<12> : tensor<i32>
    check.expect_eq_const %0#1, dense<243> : tensor<i32>
    %yes = stablehlo.compare LT, %zero, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = "stablehlo.if"(%yes) ({
      %5 = stablehlo.add %0#1, %step : tensor<i32>
      stablehlo.return %5 : tensor<i32>
    }, {
      stablehlo.return %zero : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    check.expect_eq_const %4, dense<246> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %6:2 = "stablehlo.case"(%two) ({
      stablehlo.return %zero, %zero : tensor<i32>, tensor<i32>
    }, {
      stablehlo.return %c, %step : tensor<i32>, tensor<i32>
    }, {
      stablehlo.return %4, %c : tensor<i32>, tensor<i32>
    }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
    check.expect_eq_const %6#0, dense<246> : tensor<i32>
    %7 = stablehlo.composite "my.twice" %c {composite_attributes = {k = 1 : i64}, decomposition = @twice} : (tensor<i32>) -> tensor<i32>
    check.expect_eq_const %7, dense<6> : tensor<i32>
    %8:2 = stablehlo.optimization_barrier %7, %c : tensor<i32>, tensor<i32>
    %9 = stablehlo.tuple %8#0, %8#1 : tuple<tensor<i32>, tensor<i32>>
    %10 = stablehlo.get_tuple_element %9[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
    check.expect_eq_const %10, dense<3> : tensor<i32>
    return %7, %10 : tensor<i32>, tensor<i32>
  } loc(#loc1)
  func.func private @swap(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    return %arg1, %arg0 : tensor<i32>, tensor<i32>
  }
  func.func private @twice(%arg0: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<i32> loc(#loc3)
    return %0 : tensor<i32>
  }
}
#loc1 = loc("main")
#loc2 = loc("twice.py":7:3 to :9)
#loc3 = loc("jit(f)/twice"(#loc2))
