module {
  func.func @main() -> tensor<2x3xi32> {
    %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
    check.expect_eq_const %1, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
    %2 = stablehlo.slice %0 [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
    check.expect_eq_const %2, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.pad %0, %c0, low = [1, -1], high = [0, 0], interior = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x4xi32>
    check.expect_eq_const %3, dense<[[0, 0, 0, 0], [0, 2, 0, 3], [0, 5, 0, 6]]> : tensor<3x4xi32>
    %4 = stablehlo.reverse %0, dims = [1] : tensor<2x3xi32>
    %5 = stablehlo.concatenate %0, %4, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
    check.expect_eq_const %5, dense<[[1, 2, 3], [4, 5, 6], [3, 2, 1], [6, 5, 4]]> : tensor<4x3xi32>
    %row = stablehlo.constant dense<[[7], [8]]> : tensor<2x1xi32>
    %6 = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %6, dense<[[7, 7, 7], [8, 8, 8]]> : tensor<2x3xi32>
    %7 = stablehlo.dynamic_slice %0, %c0, %c0, sizes = [1, 2] : (tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %8 = stablehlo.dynamic_update_slice %6, %7, %c0, %c0 : (tensor<2x3xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
    check.expect_eq_const %8, dense<[[1, 2, 7], [8, 8, 8]]> : tensor<2x3xi32>
    %indices = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
    %9 = "stablehlo.gather"(%0, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %9, dense<[[4, 5, 6], [1, 2, 3]]> : tensor<2x3xi32>
    %10 = "stablehlo.scatter"(%0, %indices, %9) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %20 = stablehlo.add %arg0, %arg1 : tensor<i32>
      stablehlo.return %20 : tensor<i32>
    }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %10, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi32>
    %11 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    check.expect_eq_const %11, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
    %12:2 = "stablehlo.sort"(%0, %11) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>):
      %20 = stablehlo.compare GT, %arg0, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %20 : tensor<i1>
    }) : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
    check.expect_eq_const %12#1, dense<[[2, 1, 0], [2, 1, 0]]> : tensor<2x3xi32>
    return %12#0 : tensor<2x3xi32>
  }
}
